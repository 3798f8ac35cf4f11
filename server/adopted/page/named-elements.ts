// Exposes elements as globals by id and name: old apps write `outlet.innerHTML` for `<div
// id="outlet">`. Variables and platform globals of the same name win.
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#named-access-on-the-window-object

import { elementsNamed, nameInDocument } from '../../dom/index.ts'
import type { PageBindings } from './page-bindings.ts'

/** Globals that browsers have and this window lacks: no element takes their names. */
const OF_BROWSERS = new Set([
  ...[
    'caches',
    'cookieStore',
    'crossOriginIsolated',
    'event',
    'external',
    'find',
    'indexedDB',
    'length',
  ],
  ...['locationbar', 'menubar', 'moveBy', 'moveTo', 'personalbar', 'scrollbars', 'speechSynthesis'],
  ...['statusbar', 'styleMedia', 'toolbar'],
])

let bindings: PageBindings | undefined

/** Also finds names of these bindings from here on. */
export function findBindings(of: PageBindings | undefined): void {
  bindings = of
}

/** Whether the window has this name itself, or a script has set it. */
export const isOfWindow = (name: string): boolean => {
  const behind = Object.getPrototypeOf(Object.getPrototypeOf(globalThis)) as object
  return Object.hasOwn(globalThis, name) || name in behind
}

/** SIDE EFFECT: puts the names behind the globals, and on the document. Idempotent. */
export function nameElements(): void {
  const before = Object.getPrototypeOf(globalThis) as object
  if (Object.hasOwn(before, MARK)) return
  nameInDocument()
  const length = () => document.getElementsByTagName('iframe').length
  Object.defineProperty(globalThis, 'length', { configurable: true, get: length })
  const target = Object.create(before, { [MARK]: { value: true } }) as object
  const find = (key: PropertyKey): unknown =>
    typeof key === 'string' && !(key in target) ? elementOf(key) : undefined
  Object.setPrototypeOf(
    globalThis,
    new Proxy(target, {
      has: (_, key) =>
        (typeof key === 'string' && bindings?.has(key)) || key in target || find(key) !== undefined,
      get(_, key, receiver) {
        const binding = typeof key === 'string' ? bindings?.named(key) : undefined
        return binding ? binding.get() : (find(key) ?? Reflect.get(target, key, receiver))
      },
      set: (_, key, value, receiver) =>
        (typeof key === 'string' && bindings?.assign(key, value)) ||
        Reflect.set(target, key, value, receiver),
    }),
  )
}

const MARK = Symbol('elements by name')

/** The element with a name or id, or all of several; for a frame its window. */
function elementOf(name: string): unknown {
  if (name === '' || OF_BROWSERS.has(name)) return undefined
  const frames = document.getElementsByTagName('iframe')
  if (/^\d+$/.test(name)) return frames[Number(name)]?.contentWindow ?? undefined
  if (frames.length > 0) {
    for (const frame of frames) if (frame.name === name) return frame.contentWindow ?? undefined
  }
  return elementsNamed(name, [`#${CSS.escape(name)}`])
}
