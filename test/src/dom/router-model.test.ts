/** A reader acts in any order: when all is quiet, the address, the page and the title agree. */
import fc from 'fast-check'
import { fail } from 'playwright-test/taps'
import { defineRoutes } from '../../../src/define-routes.ts'
import { block } from '../../../src/dom/block.ts'
import type { History } from '../../../src/dom/history/history.ts'
import { type MemoryHistory, memoryHistory } from '../../../src/dom/history/memory.ts'
import type { AnyRouter } from '../../../src/dom/router-types.ts'
import { html } from '../../../src/html.ts'
import { redirect } from '../../../src/outcome.ts'
import { route } from '../../../src/route.ts'
import { htmlView } from '../../../src/view.ts'
import { numRuns } from '../../run/seed.ts'
import { suite } from '../../run/suite.ts'
import { browserHistories, onStage, says, turn, viewing } from './stage.ts'

/** Work that waits until the test lets it go on. */
class Doors {
  open = true
  #waiting: (() => void)[] = []
  readonly wait = (): Promise<undefined> =>
    this.open
      ? Promise.resolve(undefined)
      : new Promise((resolve) => this.#waiting.push(() => resolve(undefined)))
  release(count: number): void {
    for (const go of this.#waiting.splice(0, count)) go()
  }
}

const doors = new Doors()
const shows = (name: string) => ({
  head: ({ params }: { params: { n: string } }) => ({ title: `${name} ${params.n}` }),
  view: viewing(htmlView<undefined, { n: string }>(({ params }) => html`${name} ${params.n}`)),
})
const routes = defineRoutes(
  {
    home: route('', { head: () => ({ title: 'Home' }), view: says('Home') }),
    plain: route('/plain/:n', shows('plain')),
    slow: route('/slow/:n', { load: doors.wait, ...shows('slow') }),
    guarded: route('/guarded/:n', { guard: doors.wait, ...shows('guarded') }),
    both: route('/both/:n', { guard: doors.wait, load: doors.wait, ...shows('both') }),
    sent: route('/sent/:n', { guard: ({ params }) => redirect('slow', params) }),
    moved: route('/moved/:n', { load: ({ params }) => redirect('plain', params) }),
  },
  { pending: says('Wait') },
)

/** The text at an address; null for one that no reader may be left at. */
function expected(state: string): string | null {
  const [, name = '', n = ''] = state.replace(/\?~=.*/, '').split('/')
  if (state === '') return 'Home'
  if (/^(sent|moved)$/.test(name)) return null
  // Else of before all runs: a step that is taken late where nothing tells its end.
  return /^(plain|slow|guarded|both)$/.test(name) ? `${name} ${n}` : 'Not found'
}

interface Real {
  readonly router: AnyRouter & { navigate(href: string, options?: object): Promise<unknown> }
  readonly history: History
  answer: 'yes' | 'no' | 'later' | null
}
type Act = readonly [name: string, run: (real: Real) => unknown, stepsBack?: number]

const clicked = (attributes: Record<string, string>): void => {
  const link = document.createElement('a')
  for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value)
  document.body.append(link)
  link.click()
  link.remove()
}

const state = fc
  .tuple(fc.constantFrom('plain', 'slow', 'guarded', 'both', 'sent', 'moved'), fc.nat({ max: 2 }))
  .map(([name, n]) => `/${name}/${n}`)
const go = (delta: number, { history }: Real): unknown =>
  'traverse' in history ? (history as MemoryHistory).traverse(delta) : window.history.go(delta)
const some = async () => {
  for (let n = 0; n < 5; n++) await turn()
}
const ACTS: readonly Act[] = [
  ['back', (real) => go(-1, real), 1],
  ['forward', (real) => go(1, real)],
  ['back by two', (real) => go(-2, real), 2],
  ['stop', () => window.stop()],
  ['download', () => clicked({ href: 'data:text/plain,x', download: 'x.txt' })],
  ['reload', ({ router }) => router.reload()],
  ['let one go on', () => doors.release(1)],
  ['let all go on', () => doors.release(99)],
  ['a turn', turn],
  ['some turns', some],
]
const act: fc.Arbitrary<Act> = fc.oneof(
  ...ACTS.map((act) => fc.constant(act)),
  state.map((to): Act => [`navigate ${to}`, ({ router }) => router.navigate(`#!${to}`)]),
  state.map(
    (to): Act => [`replace ${to}`, ({ router }) => router.navigate(`#!${to}`, { replace: true })],
  ),
  state.map((to): Act => [`click ${to}`, () => clicked({ href: `#!${to}` })]),
  fc
    .constantFrom<Real['answer']>('yes', 'no', 'later', null)
    .map((answer): Act => [`block ${answer}`, (real) => void Object.assign(real, { answer })]),
)

const histories: Record<string, () => History> = {
  ...browserHistories(),
  memory: () => memoryHistory(),
}
// Firefox 153 loses events of several steps in one turn; killed.spec.ts tests a reader's acts
// there.
if (/Firefox/.test(navigator.userAgent)) delete histories.navigation

for (const [name, make] of Object.entries(histories)) {
  const isMemory = name === 'memory'
  /** Runs acts, and waits until all is quiet. */
  const run = async (acts: readonly Act[]) => {
    if (!isMemory) window.location.replace('#!')
    const history = make()
    doors.open = true
    await onStage(routes, { history, pendingMs: 1 }, async ({ router, text }) => {
      const real: Real = { router: router as never, history, answer: null }
      const kept = [entry()]
      // So many entries that the two that are kept are never stepped back over.
      const stepsBack = acts.reduce((sum, [, , steps = 0]) => sum + steps, 0)
      for (let n = 0; n <= stepsBack; n++) {
        await real.router.navigate(`#!/plain/${n % 3}`)
        if (n === 0) kept.push(entry())
      }
      doors.open = false
      let later: ((yes: boolean) => void)[] = []
      let undo = () => {}
      for (const [name, run] of acts) {
        const { answer: before } = real
        const done = run(real)
        if (done instanceof Promise) void done.catch(() => {})
        if (/^(a turn|some turns)$/.test(name)) await done
        const { answer } = real
        if (before === answer) continue
        undo()
        undo = () => {}
        if (answer === null) continue
        undo = block(router, () =>
          answer === 'later' ? new Promise((resolve) => later.push(resolve)) : answer === 'yes',
        )
      }
      undo()
      doors.open = true
      const disagreement = () => {
        for (const go of later) go(later.length % 2 > 0)
        later = []
        doors.release(99)
        const { hash } = window.location
        const at = isMemory ? history.read() : /^#!/.test(hash) ? hash.slice(2) : ''
        const shown = [at, text(), isMemory ? text() : document.title, router.pending]
        const wanted = expected(at)
        const agree = shown[1] === wanted && shown[2] === wanted && shown[3] === null
        return agree ? null : shown.map(String).join(' | ')
      }
      await quiet(disagreement)
      if (isMemory) return
      await stepsTaken(kept)
      await quiet(disagreement)
    })
  }

  suite(`${name} history, any order of things`)(
    'ends with an address, a page and a title that agree',
    () =>
      fc.assert(fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 12 }), run), {
        // A failing run is made smaller for that long, and then printed.
        ...{ numRuns: numRuns(12, 60), interruptAfterTimeLimit: 40_000 },
      }),
    { timeout: 120_000 },
  )
}

/** Where the reader is, for `stepsTaken`. */
function entry(): string {
  return window.navigation?.currentEntry?.key ?? ''
}

/**
 * Waits until the browser has taken each step that was asked for, so that none comes later than
 * this unit: it takes them in their order, and tells the end of those of the Navigation API. Of two
 * entries the reader is not at one.
 */
async function stepsTaken(keys: readonly string[]): Promise<void> {
  const { navigation } = window
  if (!navigation?.currentEntry) return
  for (const key of keys) {
    while (entry() !== key) {
      // Another step may come first.
      await navigation.traverseTo(key).finished?.catch(() => undefined)
      await turn()
    }
  }
}

/** Waits until all agrees and goes on agreeing for some turns. */
async function quiet(disagreement: () => string | null): Promise<void> {
  const hangs = AbortSignal.timeout(10_000)
  for (let calm = 0; calm < 8; ) {
    const found = disagreement()
    calm = found === null ? calm + 1 : 0
    if (found !== null && hangs.aborted) fail(`Do not agree: ${found}`)
    await turn()
  }
}
