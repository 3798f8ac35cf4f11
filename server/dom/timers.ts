/**
 * Timers of one render: what a view starts through the global `setTimeout`, `setInterval`, `setImmediate`,
 * `requestAnimationFrame` or `requestIdleCallback` ends with it. In: begin, end. Out: the pending timers, for settling.
 * A timer belongs to the render in whose asynchronous context it was started, so the loaders of other requests, which run
 * at the same time, keep theirs. Code that must outlive a render imports `node:timers` and is never touched.
 * What is due at once is never dropped without end: libraries have schedulers that live as long as the thread, and one that
 * waits for a callback which never comes would show no later page.
 * https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import * as node from 'node:timers'

export interface PendingTimer {
  /** Milliseconds until it fires; never negative. */
  dueIn: number
  repeats: boolean
}

interface Entry {
  readonly due: number
  readonly repeats: boolean
  readonly run: () => void
}

interface Render {
  timers: Map<Timer, Entry>
  frames: number
  /** How many callbacks it has been granted since it ended. */
  late: number
}
type Timer = ReturnType<typeof node.setTimeout> | ReturnType<typeof node.setImmediate>
type Callback = (...args: unknown[]) => void

const context = new AsyncLocalStorage<Render>()
let current: Render | null = null

/** A loop of frames goes on at a display's pace, but the first frames, which views wait for, come at once. */
const EAGER_FRAMES = 4
const FRAME = 16

/** So many callbacks that are due at once may a render have that has ended; more is a loop. */
const MOST_LATE = 64

export function beginTimers(): void {
  endTimers()
  current = { timers: new Map(), frames: 0, late: 0 }
  context.enterWith(current)
}

export function endTimers(): void {
  if (!current) return
  for (const timer of current.timers.keys()) stop(timer)
  current = null
}

/** Runs what is due at once in a page that is going. @returns Whether there was any. */
export function runLastTimers(report: (error: unknown) => void): boolean {
  const soon = performance.now() + FRAME
  const due = [...(current?.timers ?? [])].filter(
    ([, entry]) => !entry.repeats && entry.due <= soon,
  )
  for (const [timer, { run }] of due) {
    if (!current?.timers.delete(timer)) continue
    stop(timer)
    try {
      run()
    } catch (error) {
      report(error)
    }
  }
  return due.length > 0
}

/** Whether the caller belongs to the render that is under way. */
export const inRender = (): boolean => current !== null && context.getStore() === current

export function pendingTimers(): PendingTimer[] {
  const now = performance.now()
  return [...(current?.timers.values() ?? [])].map(({ due, repeats }) => ({
    dueIn: Math.max(0, due - now),
    repeats,
  }))
}

export function installTimers(target: Record<string, unknown>): void {
  const clear = (timer?: unknown) => {
    current?.timers.delete(timer as Timer)
    // The DOM allows any value here; Node's own clear functions ignore what they do not know.
    stop(timer as Timer)
  }
  const frame = (callback: (time: number) => void) => {
    const render = context.getStore()
    const delay = render && ++render.frames <= EAGER_FRAMES ? 0 : FRAME
    return once(() => callback(performance.now()), delay)
  }
  const idle = (callback: (deadline: IdleDeadline) => void) =>
    once(() => callback({ didTimeout: false, timeRemaining: () => FRAME }), 0)

  Object.assign(target, {
    setTimeout: once,
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
}

function once(callback: Callback, delay = 0, ...args: unknown[]): unknown {
  if (typeof callback !== 'function') return undefined
  const render = context.getStore()
  if (!render) return node.setTimeout(callback, delay, ...args)
  const wait = Number(delay) || 0
  if (render !== current) {
    // A render that has ended starts nothing new but what was to come at once: that is how its loops die.
    return wait <= FRAME && render.late++ < MOST_LATE
      ? node.setTimeout(callback, 0, ...args)
      : undefined
  }
  const run = () => callback(...args)
  const timer = node.setTimeout(() => {
    render.timers.delete(timer)
    run()
  }, delay)
  render.timers.set(timer, { due: performance.now() + wait, repeats: false, run })
  return timer
}

function repeat(callback: Callback, delay = 0, ...args: unknown[]): unknown {
  if (typeof callback !== 'function') return undefined
  const render = context.getStore()
  if (!render) return node.setInterval(callback, delay, ...args)
  if (render !== current) return undefined
  const timer = node.setInterval(callback, delay, ...args)
  const due = performance.now() + (Number(delay) || 0)
  render.timers.set(timer, { due, repeats: true, run: () => callback(...args) })
  return timer
}

function immediate(callback: Callback, ...args: unknown[]): unknown {
  const render = context.getStore()
  if (!render) return node.setImmediate(callback, ...args)
  if (render !== current) {
    return render.late++ < MOST_LATE ? node.setImmediate(callback, ...args) : undefined
  }
  const run = () => callback(...args)
  const timer = node.setImmediate(() => {
    render.timers.delete(timer)
    run()
  })
  render.timers.set(timer, { due: performance.now(), repeats: false, run })
  return timer
}

const Immediate = node.setImmediate(() => {}).constructor

// Node's clearImmediate takes a timeout for an immediate, counts one too few, and runs none any more.
function stop(timer: Timer): void {
  if (timer instanceof Immediate) node.clearImmediate(timer as ReturnType<typeof node.setImmediate>)
  else node.clearTimeout(timer as ReturnType<typeof node.setTimeout>)
}
