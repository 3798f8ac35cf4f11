/**
 * Timers of one render, which end with it. In: begin, end, what is started (see `timer-globals.ts`). Out: the next of them, for settling, which
 * runs it before its time where nothing else is to wait for; else each runs when its time has come.
 * A timer belongs to the render in whose asynchronous context it was started, so the loaders of other requests, which run
 * at the same time, keep theirs. Code that must outlive a render imports `node:timers` and is never touched.
 * What is due at once is never dropped without end: libraries have schedulers that live as long as the thread, and one that
 * waits for a callback which never comes would show no later page.
 * https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html
 */
import * as node from 'node:timers'
import { setClock, type Timed, timeOf } from './clock.ts'
import { enter, type JobContext, type Scope, scope } from './context.ts'

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
}

/** One drawing of a page, as the scope of what it starts. */
export interface Render extends Scope, Timed {
  readonly timers: Map<number, Started>
  readonly immediates: Map<NodeJS.Immediate, () => void>
  /** What its next timer is known by: pages may show it. */
  nextId: number
  /** Node's timer for the entry that is due first, and when that is. */
  alarm: NodeJS.Timeout | undefined
  alarmAt: number
  /** How many callbacks it has been granted since it ended. */
  late: number
  /** How often the page has gone on to another state, and the one whose timer runs. */
  era: number
  running: number | undefined
  /** Runs what an earlier state has left. */
  runLeftover: RunLeftover
}

/** Runs a timer that was started in a state that the page has left. @param ticks Whether it is one of many. */
export type RunLeftover = (run: () => void, ticks: boolean) => void

/** A timer that could run now. */
export interface NextTimer {
  /** On the page's clock. */
  readonly due: number
  /** ms of the page until it is due; never negative. */
  readonly dueIn: number
  /** Whether it is one of many: an interval, or a frame. */
  readonly ticks: boolean
  /** Lets the page's time pass, and runs it. */
  run(): void
}

/** ms from one frame to the next, and when in a frame's time its callbacks come. */
export const FRAME = 1000 / 60

let current: Render | null = null

/**
 * @param random What `Math.random` is in it.
 * @param at When it is for the page, in ms on the clock of `performance.now()`. Default: now.
 */
export function beginTimers(random: () => number, at?: number): void {
  endTimers()
  current = {
    job: scope()?.job,
    random,
    timers: new Map(),
    immediates: new Map(),
    nextId: 1,
    ahead: at === undefined ? 0 : at - performance.now(),
    alarm: undefined,
    alarmAt: Number.POSITIVE_INFINITY,
    late: 0,
    era: 0,
    running: undefined,
    runLeftover: (run) => run(),
  }
  setClock(current)
  enter(current)
}

export function endTimers(): void {
  if (!current) return
  node.clearTimeout(current.alarm)
  for (const immediate of current.immediates.keys()) node.clearImmediate(immediate)
  current = null
  setClock(null)
}

/** The page that is shown goes on to another state: what was started before belongs to an earlier one, and is run by this. */
export function beginState(runLeftover: RunLeftover): void {
  if (!current) return
  current.era += 1
  current.runLeftover = runLeftover
}

/** Runs what is due at once in a page that is going. @returns Whether there was any. */
export function runLastTimers(report: (error: unknown) => void): boolean {
  if (!current) return false
  const { timers, immediates } = current
  const soon = timeOf(current) + FRAME
  const due = [...timers].filter(([, { every, due }]) => every === undefined && due <= soon)
  const last = [
    ...[...immediates].map(([key, run]) => () => {
      if (!immediates.delete(key)) return
      stop(key)
      run()
    }),
    ...due.map(([key, { run }]) => () => {
      if (timers.delete(key)) run()
    }),
  ]
  for (const run of last) {
    try {
      run()
    } catch (error) {
      report(error)
    }
  }
  return last.length > 0
}

/** Whether the render is under way. */
export const isShown = (render: Render): boolean => render === current

/** Takes back what was started in the page that is shown. @returns Whether it was. */
export function takeBackTimer(timer: unknown): boolean {
  // A page that has ended means its own by the same number.
  if ((ownRender() ?? current) !== current) return false
  if (current?.timers.delete(timer as number)) return true
  if (!current?.immediates.delete(timer as NodeJS.Immediate)) return false
  node.clearImmediate(timer as NodeJS.Immediate)
  return true
}

/** Whether the caller belongs to the render that is under way. */
export const inRender = (): boolean => current !== null && scope() === current

/** The job whose page is in the document. */
export const shownJob = (): JobContext | undefined => current?.job

/** The drawing that the caller belongs to, also when it has ended. */
export function ownRender(): Render | undefined {
  const own = scope()
  return own && 'timers' in own ? (own as Render) : undefined
}

/**
 * Gives the timer that is due first.
 *
 * @param report Told what a timer throws.
 * @param ticks Whether intervals and frames count.
 */
export function nextTimer(report: (error: unknown) => void, ticks: boolean): NextTimer | undefined {
  const render = current
  if (!render) return undefined
  const key = firstOf(render, ticks)
  const entry = key === undefined ? undefined : render.timers.get(key)
  if (key === undefined || entry === undefined) return undefined
  return {
    due: entry.due,
    dueIn: Math.max(0, entry.due - timeOf(render)),
    ticks: entry.ticks,
    run() {
      render.ahead += Math.max(0, entry.due - timeOf(render))
      try {
        runEntry(render, key, entry)
      } catch (error) {
        report(error)
      }
    },
  }
}

/** Whether callbacks are pending that come with the next turn of the event loop. */
export const hasImmediates = (): boolean => (current?.immediates.size ?? 0) > 0

function firstOf({ timers }: Render, ticks = true): number | undefined {
  let first: number | undefined
  let due = Number.POSITIVE_INFINITY
  // In the order in which they were started, so that of two that are due at once the older comes first.
  for (const [key, entry] of timers) {
    if (entry.due >= due || (entry.ticks && !ticks)) continue
    first = key
    due = entry.due
  }
  return first
}

function runEntry(render: Render, key: number, entry: Started): void {
  if (entry.every === undefined) render.timers.delete(key)
  else entry.due = Math.max(entry.due, timeOf(render)) + entry.every
  const before = render.running
  render.running = entry.era
  try {
    if (entry.era === render.era) entry.run()
    else render.runLeftover(entry.run, entry.ticks)
  } finally {
    render.running = before
  }
}

/** Sets Node's timer for what is due first. */
function arm(render: Render, due: number): void {
  if (due >= render.alarmAt) return
  node.clearTimeout(render.alarm)
  render.alarmAt = due
  render.alarm = node.setTimeout(ring, due - timeOf(render), render)
}

// One a task, so that what the promises of one do comes before the next.
function ring(render: Render): void {
  render.alarmAt = Number.POSITIVE_INFINITY
  if (render !== current) return
  const key = firstOf(render)
  const entry = key === undefined ? undefined : render.timers.get(key)
  if (key === undefined || entry === undefined) return
  try {
    if (entry.due <= timeOf(render)) runEntry(render, key, entry)
  } finally {
    const next = firstOf(render)
    if (next !== undefined) arm(render, render.timers.get(next)?.due ?? 0)
  }
}

/** Starts a timer. @returns What it is known by. */
export function start(render: Render, entry: Entry): number {
  const id = render.nextId++
  // What a timer starts is of the same state as the timer.
  render.timers.set(id, { ...entry, era: render.running ?? render.era })
  arm(render, entry.due)
  return id
}

const Immediate = node.setImmediate(() => {}).constructor

/** Stops a timer of Node's: its clearImmediate takes a timeout for an immediate, counts one too few, and runs none any more. */
export function stop(timer: unknown): void {
  if (timer instanceof Immediate) node.clearImmediate(timer as NodeJS.Immediate)
  else node.clearTimeout(timer as NodeJS.Timeout)
}
