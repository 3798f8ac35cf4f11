/**
 * Global timers (`setTimeout`, `requestAnimationFrame`, …) of the open page; of Node for what
 * outlives pages. A page that has ended starts none: its worker is then marked.
 * https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html
 */
import * as node from 'node:timers'
import { isLate } from './context.ts'
import { FRAME, startAfter, startFrame } from './page-timers.ts'
import { ownRender, stop, takeBackTimer } from './timers.ts'

type Callback = (...args: unknown[]) => void

/** SIDE EFFECT: installs the functions. */
export function installTimers(target: Record<string, unknown>): void {
  const clear = (timer?: unknown) => {
    if (takeBackTimer(timer)) return
    // The DOM allows any value; Node ignores unknown ones.
    stop(timer)
  }
  const frame = (callback: (time: number) => void) => {
    const render = ownRender()
    return render ? startFrame(render, callback) : once(() => callback(performance.now()), FRAME)
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

function once(callback: Callback, delay: unknown = 0, ...args: unknown[]): unknown {
  if (typeof callback !== 'function') return undefined
  const render = ownRender()
  const wait = msOf(delay)
  if (!render) return isLate() ? 0 : node.setTimeout(callback, wait, ...args)
  const run = () => callback(...args)
  return startAfter(render, wait, { every: undefined, ticks: false, run })
}

function repeat(callback: Callback, delay: unknown = 0, ...args: unknown[]): unknown {
  if (typeof callback !== 'function') return undefined
  const render = ownRender()
  const every = Math.max(1, msOf(delay))
  if (!render) return isLate() ? 0 : node.setInterval(callback, every, ...args)
  const run = () => callback(...args)
  return startAfter(render, every, { every, ticks: true, run })
}

function immediate(callback: Callback, ...args: unknown[]): unknown {
  const render = ownRender()
  if (!render) return isLate() ? undefined : node.setImmediate(callback, ...args)
  const run = () => callback(...args)
  const timer = node.setImmediate(() => {
    render.immediates.delete(timer)
    run()
  })
  render.immediates.set(timer, run)
  return timer
}
