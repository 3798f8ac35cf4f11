/**
 * The global `setTimeout`, `setInterval`, `setImmediate`, `requestAnimationFrame` and `requestIdleCallback`. In: calls of anyone.
 * Out: a timer of the render in whose asynchronous context it was started, else Node's own.
 * https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html
 */
import * as node from 'node:timers'
import { scope } from './context.ts'
import { FRAME, startAfter, startFrame } from './page-timers.ts'
import { isShown, ownRender, stop, takeBackTimer } from './timers.ts'

type Callback = (...args: unknown[]) => void

/** So many callbacks that are due at once may a render have that has ended; more is a loop. */
const MOST_LATE = 64

/** SIDE EFFECT: puts the functions among the globals. */
export function installTimers(target: Record<string, unknown>): void {
  const clear = (timer?: unknown) => {
    if (takeBackTimer(timer)) return
    // The DOM allows any value here; Node's own clear functions ignore what they do not know.
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

/** ms that a delay of anyone's means. */
const msOf = (delay: unknown): number => {
  const ms = Number(delay)
  return ms > 0 ? Math.min(ms, 2 ** 31 - 1) : 0
}

/** What loaders and modules of a job start ends with the job. */
const ofJob = (timer: NodeJS.Timeout): NodeJS.Timeout => scope()?.job?.keepTimer(timer) ?? timer

function once(callback: Callback, delay: unknown = 0, ...args: unknown[]): unknown {
  if (typeof callback !== 'function') return undefined
  const render = ownRender()
  const wait = msOf(delay)
  if (!render) return ofJob(node.setTimeout(callback, wait, ...args))
  const run = () => callback(...args)
  if (isShown(render)) return startAfter(render, wait, { every: undefined, ticks: false, run })
  // A render that has ended starts nothing new but what was to come at once: that is how its loops die.
  return wait <= FRAME && render.late++ < MOST_LATE ? Number(node.setTimeout(run, 0)) : 0
}

function repeat(callback: Callback, delay: unknown = 0, ...args: unknown[]): unknown {
  if (typeof callback !== 'function') return undefined
  const render = ownRender()
  const every = Math.max(1, msOf(delay))
  if (!render) return ofJob(node.setInterval(callback, every, ...args))
  if (!isShown(render)) return 0
  const run = () => callback(...args)
  return startAfter(render, every, { every, ticks: true, run })
}

function immediate(callback: Callback, ...args: unknown[]): unknown {
  const render = ownRender()
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
