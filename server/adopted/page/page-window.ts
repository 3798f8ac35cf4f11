// Opens the window of an adopted page: a realm of its own over the worker's document.

import { once } from '../../diagnostics/runtime/once.ts'
import {
  compileFor,
  elementsNamed,
  hasMetFrame,
  isShownRealm,
  openRealm,
  type PageWindow,
  platformOf,
} from '../../dom/index.ts'
import { compileBody } from './compiled-scripts.ts'

/** The globals of a window. The first call takes the worker's. */
export const windowPlatform = once(() => platformOf(globalThis))

export function openPageWindow(): PageWindow {
  const { window, language } = openRealm(windowPlatform(), compileBody as never)
  const plainObject = Object.create(language.classes.Object?.prototype ?? null) as object
  window.console = Object.assign(plainObject, globalThis.console)
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

/** No element takes their names, though this window lacks them. */
const OF_BROWSERS = new Set(
  'caches cookieStore crossOriginIsolated event external find indexedDB length locationbar menubar moveBy moveTo personalbar scrollbars speechSynthesis statusbar styleMedia toolbar'.split(
    ' ',
  ),
)

/**
 * Exposes elements as globals by id and name: old apps write `outlet.innerHTML` for
 * `<div id="outlet">`. Variables and platform globals win. SIDE EFFECT: extends the prototypes.
 * https://html.spec.whatwg.org/multipage/nav-history-apis.html#named-access-on-the-window-object
 */
function nameElements(window: object): void {
  const target = Object.create(Window.prototype) as object
  const find = (key: PropertyKey): unknown =>
    typeof key === 'string' && !(key in target) ? elementOf(key) : undefined
  Object.setPrototypeOf(
    window,
    new Proxy(target, {
      has: (_, key) => key in target || find(key) !== undefined,
      get: (_, key, receiver) => find(key) ?? Reflect.get(target, key, receiver),
    }),
  )
  const length = () => document.getElementsByTagName('iframe').length
  Object.defineProperty(window, 'length', { configurable: true, get: length })
}

/** All of several elements; for a frame its window. */
function elementOf(name: string): unknown {
  if (name === '' || OF_BROWSERS.has(name)) return undefined
  const frames = hasMetFrame() ? document.getElementsByTagName('iframe') : []
  if (/^\d+$/.test(name)) return frames[Number(name)]?.contentWindow ?? undefined
  if (frames.length > 0) {
    for (const frame of frames) if (frame.name === name) return frame.contentWindow ?? undefined
  }
  return elementsNamed(name, 'name or id')
}
