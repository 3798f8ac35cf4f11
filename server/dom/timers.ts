/**
 * Timers of one render: what a view starts through the global `setTimeout`, `setInterval`, `setImmediate`,
 * `requestAnimationFrame` or `requestIdleCallback` ends with it. In: begin, end. Out: the pending timers, for settling.
 * A timer belongs to the render in whose asynchronous context it was started, so the loaders of other requests, which run
 * at the same time, keep theirs. Code that must outlive a render imports `node:timers` and is never touched.
 * https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import * as node from 'node:timers'

export interface PendingTimer {
  /** Milliseconds until it fires; never negative. */
  dueIn: number
  repeats: boolean
}

interface Render {
  timers: Map<Timer, { due: number; repeats: boolean }>
  frames: number
}
type Timer = ReturnType<typeof node.setTimeout> | ReturnType<typeof node.setImmediate>
type Callback = (...args: unknown[]) => void

const context = new AsyncLocalStorage<Render>()
let current: Render | null = null

/** A loop of frames goes on at a display's pace, but the first frames, which views wait for, come at once. */
const EAGER_FRAMES = 4
const FRAME = 16

export function beginTimers(): void {
  endTimers()
  current = { timers: new Map(), frames: 0 }
  context.enterWith(current)
}

export function endTimers(): void {
  if (!current) return
  for (const timer of current.timers.keys()) stop(timer)
  current = null
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
  // A render that has ended starts nothing new: that is how its loops die.
  if (render !== current) return undefined
  const timer = node.setTimeout(() => {
    render.timers.delete(timer)
    callback(...args)
  }, delay)
  render.timers.set(timer, { due: performance.now() + (Number(delay) || 0), repeats: false })
  return timer
}

function repeat(callback: Callback, delay = 0, ...args: unknown[]): unknown {
  if (typeof callback !== 'function') return undefined
  const render = context.getStore()
  if (!render) return node.setInterval(callback, delay, ...args)
  if (render !== current) return undefined
  const timer = node.setInterval(callback, delay, ...args)
  render.timers.set(timer, { due: performance.now() + (Number(delay) || 0), repeats: true })
  return timer
}

function immediate(callback: Callback, ...args: unknown[]): unknown {
  const render = context.getStore()
  if (!render) return node.setImmediate(callback, ...args)
  if (render !== current) return undefined
  const timer = node.setImmediate(() => {
    render.timers.delete(timer)
    callback(...args)
  })
  render.timers.set(timer, { due: performance.now(), repeats: false })
  return timer
}

const Immediate = node.setImmediate(() => {}).constructor

// Node's clearImmediate takes a timeout for an immediate, counts one too few, and runs none any more.
function stop(timer: Timer): void {
  if (timer instanceof Immediate) node.clearImmediate(timer as ReturnType<typeof node.setImmediate>)
  else node.clearTimeout(timer as ReturnType<typeof node.setTimeout>)
}
