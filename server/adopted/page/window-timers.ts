// Gives a window its functions that start a callback. It runs with the window as `this`, or as text
// in the window's scope, and not once the window is gone.
// https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#timers

import { compileFor, type PageWindow } from '../../dom/index.ts'

const FUNCTIONS = [
  'setTimeout',
  'setInterval',
  'requestAnimationFrame',
  'requestIdleCallback',
] as const

/** Those that take text, too. */
const TAKE_TEXT: readonly string[] = ['setTimeout', 'setInterval']

type Start = (callback: (...args: unknown[]) => unknown, ...args: unknown[]) => unknown

/** @param isAlive Whether the window is still shown. */
export function addTimers(window: PageWindow, isAlive: () => boolean): void {
  for (const name of FUNCTIONS) {
    const start = globalThis[name] as Start
    const functions: Record<string, (callback: unknown, ...args: unknown[]) => unknown> = {
      [name](callback, ...args) {
        const run =
          typeof callback === 'function'
            ? callback
            : TAKE_TEXT.includes(name) && (() => compileFor(window, String(callback), [])())
        if (!run || !isAlive()) return 0
        return start((...given) => isAlive() && Reflect.apply(run, window, given), ...args)
      },
    }
    window[name] = functions[name] as never
  }
}
