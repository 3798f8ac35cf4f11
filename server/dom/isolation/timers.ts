/**
 * Timers of the open page, on its own clock. Settling runs the next one at once if nothing else is
 * pending; otherwise an alarm does. Background work has Node's timers.
 * https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html
 */
import * as node from 'node:timers'
import { type Alarm, createAlarm } from './alarm.ts'
import { inPage, isBackground } from './background.ts'
import { machineNow, moveTime, type PageTime, pageTime } from './page-clock.ts'
import { isPageOpen, perPage } from './page-state.ts'
import { onOutsideEnd } from './pending.ts'
import { isLate } from './retire.ts'

interface TimerOptions {
  /** Interval in ms; undefined: runs once. */
  readonly every: number | undefined
  /** An interval or a frame. */
  readonly ticks: boolean
  readonly run: () => void
}

interface Timer extends TimerOptions {
  due: number
  /** Nesting level: timers that started each other. */
  depth: number
}

interface PageTimers {
  readonly clock: PageTime
  /** The older of two ties runs first. */
  readonly timers: Map<number, Timer>
  readonly immediates: Map<NodeJS.Immediate, () => void>
  /** Pages may show it. */
  nextId: number
  readonly alarm: Alarm
  /** When its time moved, on the machine's clock. */
  movedAt: number
  depth: number
}

export interface NextTimer {
  /** The timer's time on the page's clock. */
  readonly due: number
  /** ms of the page; never negative. */
  readonly dueIn: number
  readonly ticks: boolean
  run(): void
}

/** ms between frames; frame callbacks run at multiples of it. */
const FRAME = 1000 / 60

/** Timers nested deeper wait at least 4 ms, so that a loop that waits for a time ends. */
const DEPTH = 5
const atLeast = (wait: number, depth: number): number => (depth > DEPTH ? Math.max(4, wait) : wait)

const pageTimers = perPage((opened) => {
  const alarm = createAlarm({
    next: () => machineTime(page, firstOf(page)?.[1]),
    isBusy: () => page.immediates.size > 0,
    ring: () => inPage(() => runDue(page)),
  })
  const page: PageTimers = {
    clock: pageTime(),
    timers: new Map(),
    immediates: new Map(),
    nextId: 1,
    alarm,
    movedAt: machineNow(),
    depth: 0,
  }
  // Outside work takes no page time.
  onOutsideEnd(() => {
    page.movedAt = machineNow()
    page.depth = 0
    page.clock.reads = 0
    alarm.setAnew()
  })
  opened.atEnd(() => {
    alarm.rest()
    for (const immediate of page.immediates.keys()) node.clearImmediate(immediate)
  })
  return page
})

/** The page's time begins. */
export const startTimers = (): void => pageTimers().alarm.wake()

const openTimers = (): PageTimers | null => (isPageOpen() ? pageTimers() : null)

const ownPage = (): PageTimers | null => (isBackground() ? null : openTimers())

export const inRender = (): boolean => ownPage() !== null

/** Starts the alarm. */
export function letTimersRun(): void {
  const current = openTimers()
  if (!current?.alarm.isResting()) return
  current.movedAt = machineNow()
  current.alarm.wake()
}

/** Stops the alarm, and with it the page's time. */
export function holdTimers(): void {
  const current = openTimers()
  if (!current || current.alarm.isResting()) return
  current.movedAt = machineNow()
  current.alarm.rest()
}

/**
 * Runs timers that are due within a frame, as renderers that outlive the page have work to end, and
 * drops intervals, which give them more. @returns Whether there were any.
 */
export function runLastTimers(report: (error: unknown) => void): boolean {
  const current = openTimers()
  if (!current) return false
  const { timers, immediates } = current
  for (const [key, { every }] of timers) if (every !== undefined) timers.delete(key)
  const soon = current.clock.time + FRAME
  const due = [...timers].filter(([, timer]) => timer.due <= soon)
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

/** Intervals and frames are ticks. */
export type TimerKind = 'any' | 'no tick'

/** @param report Receives its error. */
export function nextPageTimer(
  report: (error: unknown) => void,
  kind: TimerKind,
): NextTimer | undefined {
  const page = openTimers()
  const first = page && firstOf(page, kind)
  if (!first) return undefined
  const [key, timer] = first
  return {
    due: timer.due,
    dueIn: Math.max(0, timer.due - page.clock.time),
    ticks: timer.ticks,
    run() {
      page.movedAt = machineNow()
      try {
        runTimer(page, key, timer)
      } catch (error) {
        report(error)
      }
    },
  }
}

export const hasImmediates = (): boolean => (openTimers()?.immediates.size ?? 0) > 0

export const hasNoTimers = (): boolean => openTimers()?.timers.size === 0 && !hasImmediates()

function firstOf({ timers }: PageTimers, kind: TimerKind = 'any'): [number, Timer] | undefined {
  let first: [number, Timer] | undefined
  for (const entry of timers) {
    const [, { due, ticks }] = entry
    if ((first && due >= first[1].due) || (ticks && kind === 'no tick')) continue
    first = entry
  }
  return first
}

const machineTime = ({ clock, movedAt }: PageTimers, timer?: Timer): number | undefined =>
  timer && movedAt + Math.max(0, timer.due - clock.time)

/** Runs one due timer per task, so that its promises settle before the next. */
function runDue(page: PageTimers): void {
  const first = firstOf(page)
  const dueAt = machineTime(page, first?.[1])
  if (first === undefined || dueAt === undefined || dueAt > machineNow()) return
  // Not the current time: a page with late timers runs the next one sooner.
  page.movedAt = dueAt
  runTimer(page, ...first)
}

function runTimer(page: PageTimers, key: number, timer: Timer): void {
  moveTime(page.clock, timer.due)
  page.timers.delete(key)
  if (timer.every !== undefined) {
    timer.depth += 1
    timer.due = page.clock.time + atLeast(timer.every, timer.depth)
    // Moves it behind older timers due at the same time.
    page.timers.set(key, timer)
  }
  page.depth = timer.depth
  timer.run()
}

/** @param wait In ms. @returns The timer's id. */
function startAfter(page: PageTimers, wait: number, options: TimerOptions): number {
  const depth = page.depth + 1
  return start(page, { ...options, due: page.clock.time + atLeast(wait, depth), depth })
}

/** Starts a callback for the next frame, which receives the frame's time. */
function startFrame(page: PageTimers, run: (time: number) => void): number {
  const frame = Math.floor(page.clock.time / FRAME) + 1
  const due = frame * FRAME > page.clock.time ? frame * FRAME : (frame + 1) * FRAME
  return start(page, { due, every: undefined, ticks: true, run: () => run(due), depth: 0 })
}

function start(page: PageTimers, timer: Timer): number {
  const id = page.nextId++
  page.timers.set(id, timer)
  page.alarm.set()
  return id
}

type Callback = (...args: unknown[]) => void

/** SIDE EFFECT: installs the global functions, and `AbortSignal.timeout`. */
export function installTimers(target: Record<string, unknown>): void {
  const frame = (callback: (time: number) => void) => {
    const page = ownPage()
    return page
      ? startFrame(page, callback)
      : setPageTimeout(() => callback(performance.now()), FRAME)
  }
  const idle = (callback: (deadline: IdleDeadline) => void) =>
    setPageTimeout(() => callback({ didTimeout: false, timeRemaining: () => FRAME }), 1)

  Object.assign(target, {
    setTimeout: setPageTimeout,
    clearTimeout: clear,
    setInterval: repeat,
    clearInterval: clear,
    setImmediate: immediate,
    clearImmediate: clear,
    requestAnimationFrame: frame,
    cancelAnimationFrame: clear,
    requestIdleCallback: idle,
    cancelIdleCallback: clear,
  })
  installSignalTimeout(target as typeof globalThis)
}

function installSignalTimeout(target: typeof globalThis): void {
  const { AbortController, AbortSignal } = target
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  AbortSignal.timeout = (ms) => {
    if (!inRender()) return timeout(ms)
    const controller = new AbortController()
    const reason = new target.DOMException('signal timed out', 'TimeoutError')
    target.setTimeout(() => controller.abort(reason), ms)
    return controller.signal
  }
}

const msOf = (delay: unknown): number => {
  const ms = Number(delay)
  return ms > 0 ? Math.min(ms, 2 ** 31 - 1) : 0
}

function setPageTimeout(callback: Callback, delay: unknown = 0, ...args: unknown[]): unknown {
  if (typeof callback !== 'function') return undefined
  const page = ownPage()
  const wait = msOf(delay)
  if (!page) return isLate() ? 0 : node.setTimeout(callback, wait, ...args)
  const run = () => callback(...args)
  return startAfter(page, wait, { every: undefined, ticks: false, run })
}

function repeat(callback: Callback, delay: unknown = 0, ...args: unknown[]): unknown {
  if (typeof callback !== 'function') return undefined
  const page = ownPage()
  const every = Math.max(1, msOf(delay))
  if (!page) return isLate() ? 0 : node.setInterval(callback, every, ...args)
  const run = () => callback(...args)
  return startAfter(page, every, { every, ticks: true, run })
}

function immediate(callback: Callback, ...args: unknown[]): unknown {
  const page = ownPage()
  if (!page) return isLate() ? undefined : node.setImmediate(callback, ...args)
  const run = () => callback(...args)
  const timer = node.setImmediate(() => {
    page.immediates.delete(timer)
    run()
  })
  page.immediates.set(timer, run)
  return timer
}

function clear(timer?: unknown): void {
  const current = openTimers()
  if (current?.timers.delete(timer as number)) return
  current?.immediates.delete(timer as NodeJS.Immediate)
  // The DOM allows any value; Node ignores unknown ones.
  stop(timer)
}

const Immediate = node.setImmediate(() => {}).constructor

/**
 * Stops a Node timer by type: clearImmediate on a timeout miscounts, and Node then runs no
 * immediates.
 */
function stop(timer: unknown): void {
  if (timer instanceof Immediate) node.clearImmediate(timer as NodeJS.Immediate)
  else node.clearTimeout(timer as NodeJS.Timeout)
}
