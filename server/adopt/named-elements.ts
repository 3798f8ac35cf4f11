// Elements as globals, by their ids and names: old apps write `outlet.innerHTML` where there is `<div id="outlet">`. In: the document
// of the moment. Out: globals that are there as long as nothing else has their names, neither a variable nor a part of the platform.
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#named-access-on-the-window-object

import { elementsNamed, nameInDocument } from '../happy-dom/index.ts'

/** What the window of a browser has of these names, and this one has not: no element stands for it. */
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

/** SIDE EFFECT: puts them behind the globals, and on the document. Done twice, it is as if done once. */
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
      has: (_, key) => key in target || find(key) !== undefined,
      get: (_, key, receiver) => find(key) ?? Reflect.get(target, key, receiver),
    }),
  )
}

const MARK = Symbol('elements by name')

/** What has a name or an id: an element, or all of several; of a frame its window. */
function elementOf(name: string): unknown {
  if (name === '' || OF_BROWSERS.has(name)) return undefined
  const frames = document.getElementsByTagName('iframe')
  if (/^\d+$/.test(name)) return frames[Number(name)]?.contentWindow ?? undefined
  if (frames.length > 0) {
    for (const frame of frames) if (frame.name === name) return frame.contentWindow ?? undefined
  }
  return elementsNamed(name, [`#${CSS.escape(name)}`])
}
