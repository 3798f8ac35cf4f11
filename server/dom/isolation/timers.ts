/**
 * Timers of the open page, which end with it. Settling runs the next one at once if nothing else is
 * pending; otherwise an alarm does. What outlives pages has Node's.
 * https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html
 */
import * as node from 'node:timers'
import { createAlarm } from './alarm.ts'
import { openTime, setTime } from './clock.ts'
import { markOpen } from './context.ts'
import { machineNow } from './machine-time.ts'
import { inPage, isOutside } from './outside.ts'
import { FRAME, firstOf, machineTime, type Render, ring, runEntry } from './page-timers.ts'
import { onPendingChange } from './pending.ts'

export interface NextTimer {
  /** On the page's clock. */
  readonly due: number
  /** ms of the page until due; never negative. */
  readonly dueIn: number
  /** An interval or a frame. */
  readonly ticks: boolean
  run(): void
}

let current: Render | null = null

export function beginTimers(): void {
  endTimers()
  const alarm = createAlarm({
    next: () => machineTime(render, firstOf(render)?.[1]),
    isBusy: () => render.immediates.size > 0,
    ring: () => inPage(() => ring(render)),
  })
  const render: Render = {
    ...openTime(),
    timers: new Map(),
    immediates: new Map(),
    nextId: 1,
    alarm,
    movedAt: machineNow(),
    depth: 0,
  }
  current = render
  setTime(render)
  markOpen(true)
  alarm.wake()
}

export function endTimers(): void {
  if (!current) return
  current.alarm.rest()
  for (const immediate of current.immediates.keys()) node.clearImmediate(immediate)
  current = null
  setTime(undefined)
  markOpen(false)
}

/** Outside work takes no page time. */
onPendingChange(() => {
  if (!current) return
  current.movedAt = machineNow()
  current.depth = 0
  current.reads = 0
  current.alarm.setAnew()
})

/** Starts or stops the alarm that runs timers. Without it the page's time stops. */
export function letTimersRun(isOn: boolean): void {
  if (!current || current.alarm.isResting() !== isOn) return
  current.movedAt = machineNow()
  if (isOn) current.alarm.wake()
  else current.alarm.rest()
}

/** @returns Whether there were any. */
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

/** @returns Whether it was a timer of the page. */
export function takeBackTimer(timer: unknown): boolean {
  if (current?.timers.delete(timer as number)) return true
  if (!current?.immediates.delete(timer as NodeJS.Immediate)) return false
  node.clearImmediate(timer as NodeJS.Immediate)
  return true
}

/** The open page, for code of its own. */
export const ownRender = (): Render | null => (isOutside() ? null : current)

export const inRender = (): boolean => ownRender() !== null

/**
 * @param report Receives errors of timers.
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

export const hasImmediates = (): boolean => (current?.immediates.size ?? 0) > 0

export const hasNoTimers = (): boolean => current?.timers.size === 0 && !hasImmediates()

const Immediate = node.setImmediate(() => {}).constructor

/**
 * Stops a Node timer by type: clearImmediate on a timeout miscounts, and Node then runs no
 * immediates.
 */
export function stop(timer: unknown): void {
  if (timer instanceof Immediate) node.clearImmediate(timer as NodeJS.Immediate)
  else node.clearTimeout(timer as NodeJS.Timeout)
}
