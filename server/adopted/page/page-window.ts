// Opens the window of an adopted page: a realm of its own over the worker's document.

import { once } from '../../diagnostics/runtime/once.ts'
import {
  compileFor,
  isShownRealm,
  openRealm,
  type PageWindow,
  platformOf,
} from '../../dom/index.ts'
import { compileBody } from './compiled-scripts.ts'
import { nameElements } from './named-elements.ts'

/** The globals of a window. The first call takes the worker's. */
export const windowPlatform = once(() => platformOf(globalThis))

export function openPageWindow(): PageWindow {
  const { window, language } = openRealm(windowPlatform(), compileBody as never)
  const own = Object.create(language.classes.Object?.prototype ?? null) as object
  window.console = Object.assign(own, globalThis.console)
  addTimers(window, () => isShownRealm(window))
  nameElements(window)
  return window
}

const FUNCTIONS = [
  'setTimeout',
  'setInterval',
  'requestAnimationFrame',
  'requestIdleCallback',
] as const

const TAKE_TEXT: readonly string[] = ['setTimeout', 'setInterval']

type Start = (callback: (...args: unknown[]) => unknown, ...args: unknown[]) => unknown

/**
 * A callback runs with the window as `this`, or as text in its scope, while the window is alive.
 * https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#timers
 */
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
