// Exposes elements as globals by id and name: old apps write `outlet.innerHTML` for `<div
// id="outlet">`. Variables and platform globals of the same name win.
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#named-access-on-the-window-object

import { elementsNamed, hasMetFrame } from '../../dom/index.ts'

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

/** SIDE EFFECT: puts the names behind the globals of the page's window. */
export function nameElements(window: object): void {
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

/** The element with a name or id, or all of several; for a frame its window. */
function elementOf(name: string): unknown {
  if (name === '' || OF_BROWSERS.has(name)) return undefined
  const frames = hasMetFrame() ? document.getElementsByTagName('iframe') : []
  if (/^\d+$/.test(name)) return frames[Number(name)]?.contentWindow ?? undefined
  if (frames.length > 0) {
    for (const frame of frames) if (frame.name === name) return frame.contentWindow ?? undefined
  }
  return elementsNamed(name, true)
}
