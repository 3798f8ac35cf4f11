// Exposes elements as globals by id and name, for the page's window: old apps write
// `outlet.innerHTML` for `<div id="outlet">`. Variables and platform globals win.
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#named-access-on-the-window-object

import { elementsNamed, hasMetFrame } from '../../dom/index.ts'

/** No element takes their names, though this window lacks them. */
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

/** SIDE EFFECT: extends the prototypes of the window. */
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

/** All of several elements; for a frame its window. */
function elementOf(name: string): unknown {
  if (name === '' || OF_BROWSERS.has(name)) return undefined
  const frames = hasMetFrame() ? document.getElementsByTagName('iframe') : []
  if (/^\d+$/.test(name)) return frames[Number(name)]?.contentWindow ?? undefined
  if (frames.length > 0) {
    for (const frame of frames) if (frame.name === name) return frame.contentWindow ?? undefined
  }
  return elementsNamed(name, true)
}
