/**
 * Assigns global timers (`setTimeout`, `requestAnimationFrame`, …) to the render of the caller's
 * asynchronous context; without one, to Node.
 * https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html
 */
import * as node from 'node:timers'
import { scope } from './context.ts'
import { FRAME, startAfter, startFrame } from './page-timers.ts'
import { isShown, ownRender, stop, takeBackTimer } from './timers.ts'

type Callback = (...args: unknown[]) => void

/** Immediate callbacks allowed in an ended render; more is a loop. */
const MOST_LATE = 64

let notifyUnowned = () => {}

/** Calls back for timers without a known owner: they outlive pages. */
export function onUnownedTimer(listener: () => void): void {
  notifyUnowned = listener
}

function renderOf() {
  const render = ownRender()
  if (!render && !scope()?.job) notifyUnowned()
  return render
}

/** SIDE EFFECT: installs the functions. */
export function installTimers(target: Record<string, unknown>): void {
  const clear = (timer?: unknown) => {
    if (takeBackTimer(timer)) return
    // The DOM allows any value; Node ignores unknown ones.
    stop(timer)
  }
  const frame = (callback: (time: number) => void) => {
    const render = ownRender()
    if (render === undefined || !isShown(render))
      return once(() => callback(performance.now()), FRAME)
    return startFrame(render, callback)
  }
  const idle = (callback: (deadline: IdleDeadline) => void) =>
    once(() => callback({ didTimeout: false, timeRemaining: () => FRAME }), 1)

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

const msOf = (delay: unknown): number => {
  const ms = Number(delay)
  return ms > 0 ? Math.min(ms, 2 ** 31 - 1) : 0
}

/** Timers of loaders and modules end with the job. */
const ofJob = (timer: NodeJS.Timeout): NodeJS.Timeout => scope()?.job?.keepTimer(timer) ?? timer

function once(callback: Callback, delay: unknown = 0, ...args: unknown[]): unknown {
  if (typeof callback !== 'function') return undefined
  const render = renderOf()
  const wait = msOf(delay)
  if (!render) return ofJob(node.setTimeout(callback, wait, ...args))
  const run = () => callback(...args)
  if (isShown(render)) return startAfter(render, wait, { every: undefined, ticks: false, run })
  // An ended render may only start immediate callbacks, which ends its loops.
  return wait <= FRAME && render.late++ < MOST_LATE ? Number(node.setTimeout(run, 0)) : 0
}

function repeat(callback: Callback, delay: unknown = 0, ...args: unknown[]): unknown {
  if (typeof callback !== 'function') return undefined
  const render = renderOf()
  const every = Math.max(1, msOf(delay))
  if (!render) return ofJob(node.setInterval(callback, every, ...args))
  if (!isShown(render)) return 0
  const run = () => callback(...args)
  return startAfter(render, every, { every, ticks: true, run })
}

function immediate(callback: Callback, ...args: unknown[]): unknown {
  const render = renderOf()
  if (!render) return node.setImmediate(callback, ...args)
  if (!isShown(render)) {
    return render.late++ < MOST_LATE ? node.setImmediate(callback, ...args) : undefined
  }
  const run = () => callback(...args)
  const timer = node.setImmediate(() => {
    render.immediates.delete(timer)
    run()
  })
  render.immediates.set(timer, run)
  return timer
}
