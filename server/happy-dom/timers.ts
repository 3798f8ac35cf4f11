/**
 * Timers of one render, which end with it. In: begin, end, what is started (see `timer-globals.ts`). Out: the next of them, for settling, which
 * runs it at once where nothing else is to wait for; else an alarm runs it.
 * A timer belongs to the render in whose asynchronous context it was started, so the loaders of other requests, which run
 * at the same time, keep theirs. Code that must outlive a render imports `node:timers` and is never touched.
 * What is due at once is never dropped without end: libraries have schedulers that live as long as the thread, and one that
 * waits for a callback which never comes would show no later page.
 * https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html
 */
import * as node from 'node:timers'
import { createAlarm } from './alarm.ts'
import { openTime } from './clock.ts'
import { enter, type JobContext, runIn, scope } from './context.ts'
import { machineNow } from './machine-time.ts'
import {
  FRAME,
  firstOf,
  machineTime,
  type Render,
  type RunLeftover,
  ring,
  runEntry,
} from './page-timers.ts'
import { hearNews } from './pending.ts'

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

let current: Render | null = null

/** @param random What `Math.random` is in it. */
export function beginTimers(random: () => number): void {
  endTimers()
  const alarm = createAlarm({
    next: () => machineTime(render, firstOf(render)?.[1]),
    isBusy: () => render.immediates.size > 0,
    ring: () => runIn(render, () => ring(render)),
  })
  const render: Render = {
    job: scope()?.job,
    random,
    ...openTime(),
    timers: new Map(),
    immediates: new Map(),
    nextId: 1,
    alarm,
    movedAt: machineNow(),
    late: 0,
    era: 0,
    running: undefined,
    depth: 0,
    runLeftover: (run) => run(),
  }
  current = render
  enter(render)
  alarm.wake()
}

export function endTimers(): void {
  if (!current) return
  current.alarm.rest()
  for (const immediate of current.immediates.keys()) node.clearImmediate(immediate)
  current = null
}

/** What has come of the outside takes no time of the page. */
hearNews(() => {
  if (!current) return
  current.movedAt = machineNow()
  current.depth = 0
  current.reads = 0
  current.alarm.setAnew()
})

/** Whether timers run while nobody asks for the next. Otherwise the page's time stands still. */
export function letTimersRun(isOn: boolean): void {
  if (!current || current.alarm.isResting() !== isOn) return
  current.movedAt = machineNow()
  if (isOn) current.alarm.wake()
  else current.alarm.rest()
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
  const soon = current.time + FRAME
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
  const first = firstOf(render, ticks)
  if (!first) return undefined
  const [key, entry] = first
  return {
    due: entry.due,
    dueIn: Math.max(0, entry.due - render.time),
    ticks: entry.ticks,
    run() {
      render.movedAt = machineNow()
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

const Immediate = node.setImmediate(() => {}).constructor

/** Stops a timer of Node's: its clearImmediate takes a timeout for an immediate, counts one too few, and runs none any more. */
export function stop(timer: unknown): void {
  if (timer instanceof Immediate) node.clearImmediate(timer as NodeJS.Immediate)
  else node.clearTimeout(timer as NodeJS.Timeout)
}
