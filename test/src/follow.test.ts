/** Where redirects lead: to a page, or, when they do not end, to an error that names the chain. */
import '../../src/texts.ts'
import { deepEqual, equal, ok } from 'playwright-test/taps'
import { follow } from '../../src/follow.ts'
import { defineRoutes, int, redirect, route } from '../../src/index.ts'
import { suite } from '../run/suite.ts'

const test = suite('follow')

const table = defineRoutes({
  end: route('/end'),
  good: route('/good', { load: () => redirect('end') }),
  now: route('/now', { guard: () => redirect('good', {}, { status: 302 }) }),
  count: route('/count/:n', {
    params: { n: int },
    load: ({ params }) => (params.n > 0 ? redirect('count', { n: params.n - 1 }) : params.n),
  }),
  a: route('/a', { load: () => redirect('b') }),
  b: route('/b', { load: () => redirect('a') }),
})
const options = { context: undefined, signal: new AbortController().signal }

const CHAINS: [state: string, end: string, status: number | null][] = [
  ['/end', 'page /end', null],
  ['/good', 'page /end', 301],
  // One redirect that is not for good makes all of the chain not.
  ['/now', 'page /end', 302],
  ['/count/10', 'page /count/0', 301],
  ['/count/11', 'failure /count/11', 301],
]
for (const [state, end, status] of CHAINS) {
  test(`${state} leads to a ${end} by redirects of ${status}`, async () => {
    const { page, ...followed } = await follow(table, state, options)
    ok(page.type !== 'aborted')
    deepEqual([`${page.type} ${page.state}`, followed.status], [end, status])
  })
}

test('the error of a loop names the chain', async () => {
  const { page } = await follow(table, '/a', options)
  ok(page.type === 'failure')
  equal(page.status, 500)
  ok(String(page.error).includes('"#!/a" -> "#!/b" -> "#!/a"'))
})

test('an abort ends the chain', async () => {
  const { page } = await follow(table, '/a', { ...options, signal: AbortSignal.abort() })
  equal(page.type, 'aborted')
})

test('reports each admitted state before its loader ends, but no state that its guard redirects', async () => {
  const admitted: string[] = []
  const hung = defineRoutes({
    end: route('/end', { load: () => new Promise<undefined>(() => {}) }),
    now: route('/now', { guard: () => redirect('end', {}, { status: 302 }) }),
    old: route('/old', { load: () => redirect('end') }),
  })
  for (const state of ['/end', '/now', '/old']) {
    const stop = new AbortController()
    const followed = follow(hung, state, {
      context: undefined,
      signal: stop.signal,
      admitted: (at) => {
        admitted.push(`${state}: ${at}`)
        if (at === '/end') stop.abort()
      },
    })
    equal((await followed).page.type, 'aborted')
  }
  deepEqual(admitted, ['/end: /end', '/now: /end', '/old: /old', '/old: /end'])
})
