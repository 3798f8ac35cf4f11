// Waits until a page is complete, for its stage "settle": requests, modules, files, promises and
// element updates. If only timers are pending, the page's clock skips ahead. Intervals and frames
// end after several unchanged ticks.

import { setImmediate, setTimeout } from 'node:timers/promises'
import type { HashbangOutlet } from '../../../src/dom/outlet.ts'
import {
  customElementsShown,
  hasImmediates,
  holdTimers,
  letTimersRun,
  nextTimer,
  noteRejection,
  openRequests,
  PageContext,
  type Pending,
  pendingWork,
  QUIET_TURNS,
  readsFiles,
} from '../../dom/index.ts'
import { serializeChildren } from '../serialize/index.ts'

/** Most ms that the clock skips while only timers are pending. */
const HORIZON = 1000

/** Most timers: a page that starts more of them loops. */
const MAX_STEPS = 300

/** Libraries take some frames before an animation moves. Simultaneous ticks count as one. */
const IDLE_TICKS = 15

/** ms to wait for file reads without a known reader: modules load so. */
const FILES_BUDGET = 150

/** Most rounds: some elements request an update in every update. */
const MAX_ROUNDS = 2000

/** A page without pending work may still compute. */
const OWN_WORK = 'its scripts, which were still computing'

interface Updating extends Element {
  readonly isUpdatePending?: boolean
  readonly updateComplete?: PromiseLike<unknown>
}

type Outlet = Element & Partial<Pick<HashbangOutlet, 'takePending'>>

export interface Settled {
  /** At the deadline or after too many rounds, for the log. */
  readonly pending: readonly string[]
  /** Requests, if the page waits for nothing else. */
  readonly open: readonly string[]
}

export async function settle(outlet: Outlet, signal: AbortSignal): Promise<Settled> {
  let timeUp = () => {}
  const late = new Promise<'late'>((resolve) => {
    timeUp = () => resolve('late')
    if (signal.aborted) timeUp()
    signal.addEventListener('abort', timeUp, { once: true })
  })
  try {
    return await settled(outlet, late)
  } finally {
    letTimersRun()
    signal.removeEventListener('abort', timeUp)
  }
}

async function settled(outlet: Outlet, late: Promise<'late'>): Promise<Settled> {
  const timers = timersOf(outlet)
  let handed: Pending[] = []
  let filesFor = FILES_BUDGET
  let quiet = 0
  for (let round = 0; round < MAX_ROUNDS; round++) {
    handed = [
      ...handed,
      ...handedOver(outlet, (done) => (handed = handed.filter((h) => h !== done))),
    ]
    const viewWork = [...updating(), ...handed]
    const open = viewWork.length === 0 ? openRequests() : undefined
    const isOpen = open !== undefined && open.dueIn <= 0
    const working = isOpen ? [] : [...viewWork, ...pendingWork()]
    // Pending work may wait for a timer. Otherwise only these rules run timers, or a loop would be
    // captured at a random frame.
    if (working.length > 0) letTimersRun()
    else holdTimers()
    const files = working.length === 0 && filesFor > 0 && readsFiles()
    quiet = working.length > 0 || files || hasImmediates() ? 0 : quiet + 1
    if (quiet > QUIET_TURNS) {
      if (!timers.advance()) return { pending: [], open: open?.names ?? [] }
      quiet = 0
    }
    const progress =
      working.length > 0
        ? Promise.race([
            ...working.flatMap(({ promise, response }) => [
              promise,
              ...(response ? [response] : []),
            ]),
            ...(open ? [setTimeout(open.dueIn)] : []),
          ])
        : files
          ? setTimeout(1)
          : setImmediate()
    if ((await Promise.race([progress, late])) === 'late') return unsettled(working, viewWork)
    if (files) filesFor -= 1
  }
  return { pending: [...updating(), ...handed, ...pendingWork()].map(({ what }) => what), open: [] }
}

/** @param viewWork The work of elements and views, which no open request explains. */
function unsettled(working: readonly Pending[], viewWork: readonly Pending[]): Settled {
  const open = viewWork.length > 0 ? undefined : openRequests('any')
  if (open) return { pending: [], open: open.names }
  const pending = working.length > 0 ? working.map(({ what }) => what) : [OWN_WORK]
  return { pending, open: [] }
}

function timersOf(outlet: Outlet): { advance(): boolean } {
  let left = HORIZON
  let steps = 0
  let idle = 0
  let last = Number.NEGATIVE_INFINITY
  let before: string | undefined
  return {
    advance() {
      let next = nextTimer()
      const together = next?.ticks === true && next.due - last < 1
      if (before !== undefined && !together) idle = textOf(outlet) === before ? idle + 1 : 0
      if (idle >= IDLE_TICKS) next = nextTimer('no tick')
      if (next === undefined || next.dueIn > left || steps++ >= MAX_STEPS) return false
      left -= next.dueIn
      PageContext.current?.trace?.timer(next.dueIn)
      if (!next.ticks) idle = 0
      if (!together) before = next.ticks ? textOf(outlet) : undefined
      if (next.ticks) last = next.due
      next.run()
      return true
    },
  }
}

/** The shown text, to detect changes. */
function textOf(outlet: Outlet): string {
  try {
    return serializeChildren(outlet)
  } catch (error) {
    return String(error)
  }
}

function updating(): Pending[] {
  const updates: Pending[] = []
  for (const element of customElementsShown() as Iterable<Updating>) {
    if (element.isUpdatePending && element.updateComplete) {
      const promise = Promise.resolve(element.updateComplete).catch(() => undefined)
      updates.push({ what: `an update of <${element.localName}>`, promise })
    }
  }
  return updates
}

function handedOver(outlet: Outlet, settled: (done: Pending) => void): Pending[] {
  return (outlet.takePending?.() ?? []).map((work) => {
    const done = () => settled(pending)
    // The view may have reported this error nowhere else.
    const promise = Promise.resolve(work).catch(noteRejection).then(done)
    const pending: Pending = { what: 'a promise given to page.settled()', promise }
    PageContext.current?.trace?.note(pending.what, promise)
    return pending
  })
}
