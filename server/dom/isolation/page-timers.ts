/**
 * Timers of one page, on its own clock. The page's time moves when one runs. Ties run in start
 * order.
 * https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html
 */
import type { Alarm } from './alarm.ts'
import { moveTime, type Timed } from './clock.ts'
import { machineNow } from './machine-time.ts'

interface PageTimer {
  due: number
  /** Interval in ms; undefined: runs once. */
  readonly every: number | undefined
  /** An interval or a frame. */
  readonly ticks: boolean
  readonly run: () => void
}

interface Started extends PageTimer {
  /** Nesting level: timers that started each other. */
  depth: number
}

export interface Render extends Timed {
  readonly timers: Map<number, Started>
  readonly immediates: Map<NodeJS.Immediate, () => void>
  /** Pages may show it. */
  nextId: number
  readonly alarm: Alarm
  /** When its time last moved, on the machine's clock. */
  movedAt: number
  depth: number
}

/** ms between frames; frame callbacks run at multiples of it. */
export const FRAME = 1000 / 60

/** The next timer. @param ticks Whether intervals and frames count. */
export function firstOf({ timers }: Render, ticks = true): [number, Started] | undefined {
  let first: [number, Started] | undefined
  // Map order is start order, so the older of two ties comes first.
  for (const one of timers) {
    const [, { due, ticks: isTick }] = one
    if ((first && due >= first[1].due) || (isTick && !ticks)) continue
    first = one
  }
  return first
}

export function runEntry(render: Render, key: number, entry: Started): void {
  moveTime(render, entry.due)
  render.timers.delete(key)
  if (entry.every !== undefined) {
    entry.depth += 1
    entry.due = render.time + atLeast(entry.every, entry.depth)
    // Moves it behind older timers due at the same time.
    render.timers.set(key, entry)
  }
  render.depth = entry.depth
  entry.run()
}

export const machineTime = ({ time, movedAt }: Render, entry?: Started): number | undefined =>
  entry && movedAt + Math.max(0, entry.due - time)

/** Runs one due timer per task, so that its promises settle before the next. */
export function ring(render: Render): void {
  const first = firstOf(render)
  const at = machineTime(render, first?.[1])
  if (first === undefined || at === undefined || at > machineNow()) return
  // Not the current time: a page with late timers runs the next one sooner.
  render.movedAt = at
  runEntry(render, ...first)
}

/** Timers nested this deep wait at least 4 ms, so that a loop that waits for a time ends. */
const DEPTH = 5
const atLeast = (wait: number, depth: number): number => (depth > DEPTH ? Math.max(4, wait) : wait)

/** Starts a timer, in ms. @returns Its id. */
export function startAfter(render: Render, wait: number, entry: Omit<PageTimer, 'due'>): number {
  const depth = render.depth + 1
  return start(render, { ...entry, due: render.time + atLeast(wait, depth) }, depth)
}

/** Starts a callback for the next frame. @param run Receives the frame's time. @returns Its id. */
export function startFrame(render: Render, run: (time: number) => void): number {
  const frame = Math.floor(render.time / FRAME) + 1
  const due = frame * FRAME > render.time ? frame * FRAME : (frame + 1) * FRAME
  return start(render, { due, every: undefined, ticks: true, run: () => run(due) }, 0)
}

function start(render: Render, entry: PageTimer, depth: number): number {
  const id = render.nextId++
  render.timers.set(id, { ...entry, depth })
  render.alarm.set()
  return id
}
