/**
 * The timers of one page, on its own clock. In: a page, what is started. Out: which is due first, when that is on the machine's clock,
 * and its run, which lets the page's time pass. Of two that are due at once the one that was set first comes first.
 * https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html
 */
import type { Alarm } from './alarm.ts'
import { moveTime, type Timed } from './clock.ts'
import type { Scope } from './context.ts'
import { machineNow } from './machine-time.ts'

interface Entry {
  /** On the page's clock. */
  due: number
  /** ms from one run to the next; undefined: it runs once. */
  readonly every: number | undefined
  /** Whether it is one of many: an interval, or a frame. */
  readonly ticks: boolean
  readonly run: () => void
}

/** A timer with the state of the page that it was started in. */
interface Started extends Entry {
  readonly era: number
  /** How many timers have started each other before it. */
  depth: number
}

/** One drawing of a page, as the scope of what it starts. */
export interface Render extends Scope, Timed {
  readonly timers: Map<number, Started>
  readonly immediates: Map<NodeJS.Immediate, () => void>
  /** What its next timer is known by: pages may show it. */
  nextId: number
  /** Runs what is due while the page waits. */
  readonly alarm: Alarm
  /** When its time has moved last, on the machine's clock. */
  movedAt: number
  /** How many callbacks it has been granted since it ended. */
  late: number
  /** How often the page has gone on to another state, and the one whose timer runs. */
  era: number
  running: number | undefined
  /** How many timers have started each other up to the one that has run last. */
  depth: number
  /** Runs what an earlier state has left. */
  runLeftover: RunLeftover
}

/** Runs a timer that was started in a state that the page has left. @param ticks Whether it is one of many. */
export type RunLeftover = (run: () => void, ticks: boolean) => void

/** ms from one frame to the next, and when in a frame's time its callbacks come. */
export const FRAME = 1000 / 60

/** The timer that is due first. @param ticks Whether intervals and frames count. */
export function firstOf({ timers }: Render, ticks = true): [number, Started] | undefined {
  let first: [number, Started] | undefined
  // In the order in which they were started, so that of two that are due at once the older comes first.
  for (const one of timers) {
    const [, { due, ticks: isTick }] = one
    if ((first && due >= first[1].due) || (isTick && !ticks)) continue
    first = one
  }
  return first
}

/** Lets the page's time pass until a timer is due, and runs it. */
export function runEntry(render: Render, key: number, entry: Started): void {
  moveTime(render, entry.due)
  render.timers.delete(key)
  if (entry.every !== undefined) {
    entry.depth += 1
    entry.due = render.time + atLeast(entry.every, entry.depth)
    // What is due at the same time and was started before comes before its next run.
    render.timers.set(key, entry)
  }
  const before = render.running
  render.running = entry.era
  render.depth = entry.depth
  try {
    if (entry.era === render.era) entry.run()
    else render.runLeftover(entry.run, entry.ticks)
  } finally {
    render.running = before
  }
}

/** When a timer is due on the machine's clock. */
export const machineTime = ({ time, movedAt }: Render, entry?: Started): number | undefined =>
  entry && movedAt + Math.max(0, entry.due - time)

/** Runs the timer that is due by the machine's clock: one a task, so that what the promises of one do comes before the next. */
export function ring(render: Render): void {
  const first = firstOf(render)
  const at = machineTime(render, first?.[1])
  if (first === undefined || at === undefined || at > machineNow()) return
  // Not now: a page whose timers come late runs the next one sooner.
  render.movedAt = at
  runEntry(render, ...first)
}

/** Timers that have started each other so often wait for 4 ms: a loop that waits for a time lets it come. */
const DEPTH = 5
const atLeast = (wait: number, depth: number): number => (depth > DEPTH ? Math.max(4, wait) : wait)

/** Starts a timer that is due after some ms. @returns What it is known by. */
export function startAfter(render: Render, wait: number, entry: Omit<Entry, 'due'>): number {
  const depth = render.depth + 1
  return start(render, { ...entry, due: render.time + atLeast(wait, depth) }, depth)
}

/** Starts a callback for the next frame. @param run Told of its time. @returns What it is known by. */
export function startFrame(render: Render, run: (time: number) => void): number {
  const frame = Math.floor(render.time / FRAME) + 1
  const due = frame * FRAME > render.time ? frame * FRAME : (frame + 1) * FRAME
  return start(render, { due, every: undefined, ticks: true, run: () => run(due) }, 0)
}

function start(render: Render, entry: Entry, depth: number): number {
  const id = render.nextId++
  // What a timer starts is of the same state as the timer.
  render.timers.set(id, { ...entry, depth, era: render.running ?? render.era })
  render.alarm.set()
  return id
}
