/** A guard or loader that creates an outcome and returns nothing gets a hint; no other does. */
import { deepEqual } from 'playwright-test/taps'
import { ON_HINT } from '../../src/checked-outcomes.ts'
import { defineRoutes, gone, notFound, redirect, route } from '../../src/explained.ts'
import { suite } from '../run/suite.ts'

const test = suite('checked outcomes')
const pause = () => new Promise<void>((done) => setTimeout(done, 1))

const shared = { load: () => void notFound() }
const isUser = () => true

const routes = defineRoutes({
  first: route('/first', shared),
  second: route('/second', shared),
  kept: route('/kept', {
    guard: () => {
      const login = redirect('home')
      return isUser() ? undefined : login
    },
  }),
  chosen: route('/chosen', {
    guard: async () => {
      await pause()
      const stop = isUser() && 1 > 2 ? redirect('home') : undefined
      return stop ?? (isUser() ? undefined : notFound())
    },
  }),
  home: route(''),
  lost: route('/lost', { load: () => void notFound() }),
  waits: route('/waits', { load: async () => void gone(await pause()) }),
  guarded: route('/guarded', { guard: () => void redirect('home') }),
  returned: route('/returned', { load: () => notFound() }),
  waited: route('/waited', { load: () => pause().then(gone) }),
  unused: route('/unused', { load: () => [notFound()].length }),
  outer: route('/outer', {
    load: async () => void (await pause()),
    children: (route) => ({
      inner: route('/inner', { load: async () => notFound(await pause()) }),
    }),
  }),
  promise: route('/promise', { load: () => ({ words: [1, Promise.resolve(1)] }) }),
  response: route('/response', { load: () => Response.json([1]) }),
  method: route('/method', { load: () => new Response('').json }),
  thrown: route('/thrown', {
    load: () => {
      notFound()
      throw new Error('no')
    },
  }),
})

async function hintsOf(state: string): Promise<string[]> {
  const hints: string[] = []
  const holder = globalThis as { [ON_HINT]?: ((text: string) => void) | undefined }
  const before = holder[ON_HINT]
  holder[ON_HINT] = (text) => hints.push(text)
  await routes.resolve(state, { signal: new AbortController().signal, context: undefined })
  holder[ON_HINT] = before
  return hints
}

for (const [state, says] of [
  ['/lost', 'The load of "lost" calls notFound() for "#!/lost" and does not return it'],
  ['/waits', 'The load of "waits" calls gone() for "#!/waits" and does not return it'],
  ['/guarded', 'The guard of "guarded" calls redirect(\'home\') for "#!/guarded"'],
  ['/first', 'The load of "first" calls notFound()'],
  ['/second', 'The load of "second" calls notFound()'],
  ['/unused', 'The load of "unused" calls notFound()'],
  ['/promise', 'returns a promise as data.words.1 for "#!/promise"'],
  ['/response', 'returns a response as data for "#!/response"'],
  ['/method', 'returns the function json as data for "#!/method"'],
] as const)
  test(`${state} has a hint`, async () => {
    const hints = await hintsOf(state)
    deepEqual([hints.length, hints[0]?.includes(says)], [1, true])
  })

for (const state of ['', '/returned', '/waited', '/outer/inner', '/thrown', '/kept', '/chosen'])
  test(`"${state}" has none`, async () => deepEqual(await hintsOf(state), []))

test('a loader keeps its `this`', async () => {
  const options = {
    maxAge: 7,
    load(): number {
      return this.maxAge
    },
  }
  const table = defineRoutes({ home: route('', options) })
  const page = await table.resolve('', { signal: new AbortController().signal, context: undefined })
  deepEqual(page.type === 'page' && page.levels[0]?.data, 7)
})
