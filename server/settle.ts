// Waits until a page shows all it is going to show: element updates, promises that views handed over,
// modules and timers due soon. In: an outlet and a deadline. Out: what was still pending when time was up.
// Not happy-dom's waitUntilComplete: it does not see Node's timers and never ends beside an interval.

import { setImmediate } from 'node:timers'
import type { HashbangOutlet } from '../src/dom/outlet.ts'
import { pendingTimers, pendingWork } from './dom.ts'

/** Timers due within this many ms are waited for: enough for a debounce, not for a carousel. */
const TIMER_HORIZON = 50

/** Without a deadline an element that asks for an update in every update would go on for ever. */
const MAX_ROUNDS = 100

interface Updating extends Element {
  readonly isUpdatePending?: boolean
  readonly updateComplete?: PromiseLike<unknown>
}

/** Waits for the outlet. @returns What was still pending at the deadline, for the log; empty when settled. */
export async function settle(outlet: HashbangOutlet, signal: AbortSignal): Promise<string[]> {
  const late = new Promise<'late'>((resolve) => {
    if (signal.aborted) resolve('late')
    signal.addEventListener('abort', () => resolve('late'), { once: true })
  })
  let pending: Pending[] = []
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const work = pendingWork()
    pending = [...updating(outlet), ...handedOver(outlet), ...work, ...dueTimers()]
    if (pending.length === 0) return []
    const done = Promise.allSettled(pending.map(({ promise }) => promise))
    if ((await Promise.race([done, late])) === 'late') break
    // What follows from what was waited for may take a few more steps.
    if (work.length > 0) await new Promise((resolve) => setImmediate(resolve))
  }
  return pending.map(({ what }) => what)
}

interface Pending {
  readonly what: string
  readonly promise: PromiseLike<unknown>
}

function updating(root: Element | ShadowRoot, found: Pending[] = []): Pending[] {
  for (const element of root.children as Iterable<Updating>) {
    if (element.isUpdatePending && element.updateComplete) {
      found.push({ what: `update of <${element.localName}>`, promise: element.updateComplete })
    }
    if (element.shadowRoot) updating(element.shadowRoot, found)
    updating(element, found)
  }
  return found
}

const handedOver = (outlet: HashbangOutlet): Pending[] =>
  outlet.takePending().map((promise) => ({ what: 'a promise given to page.settled()', promise }))

function dueTimers(): Pending[] {
  const soon = pendingTimers().filter(({ dueIn, repeats }) => !repeats && dueIn <= TIMER_HORIZON)
  if (soon.length === 0) return []
  const longest = Math.max(...soon.map(({ dueIn }) => dueIn))
  return [{ what: 'a timer', promise: new Promise((resolve) => setTimeout(resolve, longest)) }]
}
