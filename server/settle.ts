// Waits until a page shows all it is going to show. In: an outlet and a deadline. Out: what was still pending when time was
// up. It waits for updates of elements, what views handed over by `page.settled`, requests and asynchronous callbacks, timers
// due soon, and files that are being read, which is how modules come. Not happy-dom's waitUntilComplete: it does not see
// Node's timers and never ends beside an interval.

import { getActiveResourcesInfo } from 'node:process'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { HashbangOutlet } from '../src/dom/outlet.ts'
import { customElementsShown, type Pending, pendingTimers, pendingWork } from './dom.ts'

/** Timers due within this many ms are waited for: enough for a debounce, not for a carousel. */
const TIMER_HORIZON = 50

/** A page that has nothing but timers and files to wait for is waited for this many ms of theirs: what ticks on is a clock. */
const IDLE_BUDGET = 150

/** Without a deadline an element that asks for an update in every update would go on for ever. */
const MAX_ROUNDS = 200

/** So many turns of the event loop must bring nothing new: messages and module jobs take one. */
const QUIET_TURNS = 2

interface Updating extends Element {
  readonly isUpdatePending?: boolean
  readonly updateComplete?: PromiseLike<unknown>
}

/** Waits for the outlet. @returns What was still pending at the deadline, for the log; empty when settled. */
export async function settle(
  outlet: Element & Pick<HashbangOutlet, 'takePending'>,
  signal: AbortSignal,
): Promise<string[]> {
  const late = new Promise<'late'>((resolve) => {
    if (signal.aborted) resolve('late')
    signal.addEventListener('abort', () => resolve('late'), { once: true })
  })
  let handed: Pending[] = []
  let budget = IDLE_BUDGET
  let quiet = 0
  for (let round = 0; round < MAX_ROUNDS && quiet <= QUIET_TURNS; round++) {
    handed = [
      ...handed,
      ...handedOver(outlet, (done) => (handed = handed.filter((h) => h !== done))),
    ]
    const working = [...updating(), ...handed, ...pendingWork()]
    const idle = working.length === 0 && budget > 0 ? timersAndFiles() : undefined
    quiet = working.length > 0 || idle !== undefined ? 0 : quiet + 1
    const progress =
      working.length > 0
        ? Promise.race(working.map(({ promise }) => promise))
        : idle === undefined
          ? setImmediate()
          : setTimeout(idle)
    if ((await Promise.race([progress, late])) === 'late') return working.map(({ what }) => what)
    if (idle !== undefined) budget -= Math.max(1, idle)
  }
  return updating().map(({ what }) => what)
}

function updating(): Pending[] {
  const found: Pending[] = []
  for (const element of customElementsShown() as Iterable<Updating>) {
    if (element.isUpdatePending && element.updateComplete) {
      const promise = Promise.resolve(element.updateComplete).catch(() => undefined)
      found.push({ what: `an update of <${element.localName}>`, promise })
    }
  }
  return found
}

function handedOver(
  outlet: Pick<HashbangOutlet, 'takePending'>,
  settled: (done: Pending) => void,
): Pending[] {
  return outlet.takePending().map((given) => {
    const done = () => settled(pending)
    const promise = Promise.resolve(given).then(done, done)
    const pending: Pending = { what: 'a promise given to page.settled()', promise }
    return pending
  })
}

/** In how many ms the next timer that is due soon has run, or files have had some time to be read. */
function timersAndFiles(): number | undefined {
  const soon = pendingTimers().filter(({ dueIn, repeats }) => !repeats && dueIn <= TIMER_HORIZON)
  if (soon.length > 0) return Math.min(...soon.map(({ dueIn }) => dueIn))
  return getActiveResourcesInfo().some((name) => name.startsWith('FSReq')) ? 1 : undefined
}
