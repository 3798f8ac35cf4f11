// Waits until a page shows all it is going to show. In: an outlet and a deadline. Out: what was still pending when time was
// up. Work of the outside (requests, modules, files, what views handed over by `page.settled`) and updates of elements are
// waited for. While nothing but timers is pending, the page's clock goes forward to the next of them, up to about a second in
// all: what shows after 300 ms is there, a message that goes after 5 s still stands. Intervals and frames end when some of their
// ticks in a row have changed nothing. Not happy-dom's waitUntilComplete: it does not see Node's timers.

import { setImmediate, setTimeout } from 'node:timers/promises'
import type { HashbangOutlet } from '../../src/dom/outlet.ts'
import { QUIET_TURNS, readsFiles } from '../happy-dom/alarm.ts'
import {
  customElementsShown,
  hasImmediates,
  JobContext,
  letTimersRun,
  nextTimer,
  noteRejection,
  type Pending,
  pendingWork,
} from '../happy-dom/index.ts'
import { serializeChildren } from '../serialize/index.ts'

/** Total ms by which the page's clock may go on while nothing but timers is pending. */
const HORIZON = 1000

/** How many timers may run before their time; a page that starts more is a loop. */
const MAX_STEPS = 300

/**
 * Intervals and frames are left alone when so many of their ticks in a row have changed nothing that is shown: libraries take some
 * frames before an animation moves, or wait a moment. What ticks at the same time is one tick.
 */
const IDLE_TICKS = 15

/** For how many ms files are waited for that nobody said he reads: it is how modules come, and other jobs read files, too. */
const FILES_BUDGET = 150

/** An element that asks for an update in every update lets no deadline come. */
const MAX_ROUNDS = 2000

interface Updating extends Element {
  readonly isUpdatePending?: boolean
  readonly updateComplete?: PromiseLike<unknown>
}

/** What is waited for; an outlet is handed promises by its views. */
type Outlet = Element & Partial<Pick<HashbangOutlet, 'takePending'>>

/** Waits for the outlet. @returns What was still pending at the deadline or after too many rounds, for the log; empty when settled. */
export async function settle(outlet: Outlet, signal: AbortSignal): Promise<string[]> {
  let tell = () => {}
  const late = new Promise<'late'>((resolve) => {
    tell = () => resolve('late')
    if (signal.aborted) tell()
    signal.addEventListener('abort', tell, { once: true })
  })
  try {
    return await settled(outlet, late)
  } finally {
    letTimersRun(true)
    signal.removeEventListener('abort', tell)
  }
}

async function settled(outlet: Outlet, late: Promise<'late'>): Promise<string[]> {
  const timers = timersOf(outlet)
  let handed: Pending[] = []
  let filesFor = FILES_BUDGET
  let quiet = 0
  for (let round = 0; round < MAX_ROUNDS; round++) {
    handed = [
      ...handed,
      ...handedOver(outlet, (done) => (handed = handed.filter((h) => h !== done))),
    ]
    const working = [...updating(), ...handed, ...pendingWork()]
    // What is worked on may wait for a timer; else they run by these rules alone, or a loop would be shown at any of its frames.
    letTimersRun(working.length > 0)
    const files = working.length === 0 && filesFor > 0 && readsFiles()
    quiet = working.length > 0 || files || hasImmediates() ? 0 : quiet + 1
    if (quiet > QUIET_TURNS) {
      if (!timers.advance()) return []
      quiet = 0
    }
    const progress =
      working.length > 0
        ? Promise.race(working.map(({ promise }) => promise))
        : files
          ? setTimeout(1)
          : setImmediate()
    if ((await Promise.race([progress, late])) === 'late') return working.map(({ what }) => what)
    if (files) filesFor -= 1
  }
  return [...updating(), ...handed, ...pendingWork()].map(({ what }) => what)
}

/** Lets time pass for a page that waits for nothing else. */
function timersOf(outlet: Outlet): { advance(): boolean } {
  let left = HORIZON
  let steps = 0
  let idle = 0
  let last = Number.NEGATIVE_INFINITY
  let before: string | undefined
  return {
    advance() {
      let next = nextTimer(true)
      const together = next?.ticks === true && next.due - last < 1
      if (before !== undefined && !together) idle = textOf(outlet) === before ? idle + 1 : 0
      if (idle >= IDLE_TICKS) next = nextTimer(false)
      if (next === undefined || next.dueIn > left || steps++ >= MAX_STEPS) return false
      left -= next.dueIn
      JobContext.current?.trace?.timer(next.dueIn)
      if (!next.ticks) idle = 0
      if (!together) before = next.ticks ? textOf(outlet) : undefined
      if (next.ticks) last = next.due
      next.run()
      return true
    },
  }
}

/** What is shown, to see whether it has changed. */
function textOf(outlet: Outlet): string {
  try {
    return serializeChildren(outlet)
  } catch (error) {
    return String(error)
  }
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

function handedOver(outlet: Outlet, settled: (done: Pending) => void): Pending[] {
  return (outlet.takePending?.() ?? []).map((given) => {
    const done = () => settled(pending)
    // Its view may have told of it in no other way.
    const promise = Promise.resolve(given).catch(noteRejection).then(done)
    const pending: Pending = { what: 'a promise given to page.settled()', promise }
    JobContext.current?.trace?.note(pending.what, promise)
    return pending
  })
}
