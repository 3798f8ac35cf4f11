/** Whatever a reader does, in any order: when all is quiet, the address, the page and the title say the same. */
import fc from 'fast-check'
import { fail } from 'playwright-test/taps'
import { defineRoutes } from '../../../src/define-routes.ts'
import { block } from '../../../src/dom/block.ts'
import { hashHistory } from '../../../src/dom/history/hash-events.ts'
import { type MemoryHistory, memoryHistory } from '../../../src/dom/history/memory.ts'
import { navigationHistory } from '../../../src/dom/history/navigation-api.ts'
import type { History } from '../../../src/dom/history/types.ts'
import type { AnyRouter } from '../../../src/dom/router.ts'
import { html } from '../../../src/html.ts'
import { redirect } from '../../../src/outcome.ts'
import { route } from '../../../src/route.ts'
import { htmlView, type ViewPage } from '../../../src/view.ts'
import { numRuns } from '../../run/seed.ts'
import { suite } from '../../run/suite.ts'
import { onStage, says, turn, viewing } from './stage.ts'

/** What waits until the test lets it go on. */
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
const titled = (name: string) => ({
  head: ({ params }: { params: { n: string } }) => ({ title: `${name} ${params.n}` }),
  view: viewing(
    htmlView<undefined, { n: string }>(({ params }: ViewPage<undefined, { n: string }>) => {
      return html`<h1>${name} ${params.n}</h1>`
    }),
  ),
})
const routes = defineRoutes(
  {
    home: route('', { head: () => ({ title: 'Home' }), view: says('Home') }),
    plain: route('/plain/:n', titled('Plain')),
    slow: route('/slow/:n', { load: doors.wait, ...titled('Slow') }),
    guarded: route('/guarded/:n', { guard: doors.wait, ...titled('Guarded') }),
    both: route('/both/:n', { guard: doors.wait, load: doors.wait, ...titled('Both') }),
    sent: route('/sent/:n', { guard: ({ params }) => redirect('slow', params) }),
    moved: route('/moved/:n', { load: ({ params }) => redirect('plain', params) }),
  },
  { pending: says('Wait') },
)

/** What is to be seen at an address; null for one that no reader may be left at. */
function expected(state: string): string | null {
  const [, name = '', n = ''] = state.replace(/\?~=.*/, '').split('/')
  if (state === '') return 'Home'
  if (['sent', 'moved'].includes(name)) return null
  return ['plain', 'slow', 'guarded', 'both'].includes(name)
    ? `${name[0]?.toUpperCase()}${name.slice(1)} ${n}`
    : // A step that a busy browser takes late, in the next run, may come to an entry of before all runs.
      'Not found'
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
  .tuple(
    fc.constantFrom('plain', 'slow', 'guarded', 'both', 'sent', 'moved'),
    fc.integer({ min: 0, max: 2 }),
  )
  .map(([name, n]) => `/${name}/${n}`)
const step = (name: string, delta: number): Act => [
  name,
  ({ history }) =>
    'traverse' in history ? (history as MemoryHistory).traverse(delta) : window.history.go(delta),
  Math.max(0, -delta),
]
const act: fc.Arbitrary<Act> = fc.oneof(
  state.map((to): Act => [`navigate ${to}`, ({ router }) => router.navigate(`#!${to}`)]),
  state.map(
    (to): Act => [`replace ${to}`, ({ router }) => router.navigate(`#!${to}`, { replace: true })],
  ),
  state.map((to): Act => [`click ${to}`, () => clicked({ href: `#!${to}` })]),
  fc.constant(step('back', -1)),
  fc.constant(step('forward', 1)),
  fc.constant(step('back by two', -2)),
  fc.constant<Act>(['stop', () => window.stop()]),
  fc.constant<Act>(['download', () => clicked({ href: 'data:text/plain,x', download: 'x.txt' })]),
  fc.constant<Act>(['reload', ({ router }) => router.reload()]),
  fc.constant<Act>(['let one go on', () => doors.release(1)]),
  fc.constant<Act>(['let all go on', () => doors.release(99)]),
  fc.constantFrom<Real['answer']>('yes', 'no', 'later', null).map(
    (answer): Act => [
      `block ${answer}`,
      (real) => {
        real.answer = answer
      },
    ],
  ),
  fc.constant<Act>(['a turn', turn]),
  fc.constant<Act>([
    'some turns',
    async () => {
      for (let n = 0; n < 5; n++) await turn()
    },
  ]),
)

const histories: Record<string, () => History> = {
  hash: () => hashHistory(),
  memory: () => memoryHistory(),
}
// Firefox 153 loses events of several steps that are asked for in one turn; what a reader does there is held by killed.spec.ts.
if (window.navigation?.currentEntry && !/Firefox/.test(window.navigator.userAgent))
  histories.navigation = () => navigationHistory()

for (const [name, make] of Object.entries(histories)) {
  const test = suite(`${name} history, any order of things`)
  test(
    'ends with an address, a page and a title that agree',
    () =>
      fc.assert(
        fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 12 }), async (acts) => {
          if (name !== 'memory') window.location.replace('#!')
          const history = make()
          doors.open = true
          await onStage(routes, { history, pendingMs: 1 }, async ({ router, text }) => {
            const real: Real = { router: router as never, history, answer: null }
            // As many entries as are stepped back over, so that no run comes to those of another.
            const stepsBack = acts.reduce((sum, [, , steps = 0]) => sum + steps, 0)
            for (let n = 0; n < stepsBack; n++) await real.router.navigate(`#!/plain/${n % 3}`)
            doors.open = false
            let later: ((yes: boolean) => void)[] = []
            let undo = () => {}
            for (const [name, run] of acts) {
              const before = real.answer
              const done = run(real)
              if (done instanceof Promise) void done.catch(() => {})
              if (/^(a turn|some turns)$/.test(name)) await done
              if (before === real.answer) continue
              undo()
              undo = () => {}
              const { answer } = real
              if (answer === null) continue
              undo = block(router, () =>
                answer === 'later'
                  ? new Promise((resolve) => later.push(resolve))
                  : answer === 'yes',
              )
            }
            undo()
            doors.open = true
            const agree = () => {
              for (const go of later) go(later.length % 2 > 0)
              later = []
              doors.release(99)
              const { hash } = window.location
              const at = name === 'memory' ? history.read() : /^#!/.test(hash) ? hash.slice(2) : ''
              const said = [at, text(), name === 'memory' ? text() : document.title, router.pending]
              const wanted = expected(at)
              return said[1] === wanted && said[2] === wanted && said[3] === null
                ? null
                : said.map(String).join(' | ')
            }
            await quiet(agree)
          })
        }),
        // What fails is made smaller for that long, and then said.
        { numRuns: numRuns(12, 60), interruptAfterTimeLimit: 40_000 },
      ),
    { timeout: 120_000 },
  )
}

/** Waits until all agrees and goes on agreeing while the browser ends what it has begun. */
async function quiet(disagreement: () => string | null): Promise<void> {
  const deadline = performance.now() + 10_000
  let calm = 0
  let last: string | null = null
  while (calm < 8) {
    last = disagreement()
    calm = last === null ? calm + 1 : 0
    if (last !== null && performance.now() > deadline) fail(`Do not agree: ${last}`)
    await new Promise((resolve) => setTimeout(resolve, 4))
  }
}
