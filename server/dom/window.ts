/**
 * Creates a happy-dom window, which runs no scripts and never navigates, and registers its globals.
 * Classes that apps share with loaders (URL, fetch, AbortController, streams) stay Node's.
 */
import { GlobalWindow, HappyDOM } from '#happy-dom'
import { type InnerTasks, type InnerWindow, S } from './internals.ts'

/** Names that stay Node's: the language, and APIs without a document. */
const NODES_OWN = new Set(
  (
    'constructor undefined NaN Infinity global globalThis eval console process Buffer performance crypto structuredClone ' +
    'fetch Request Response Headers URL URLSearchParams AbortController AbortSignal Blob File btoa atob ' +
    'ReadableStream WritableStream TransformStream TextEncoder TextDecoder queueMicrotask ' +
    'setTimeout clearTimeout setInterval clearInterval setImmediate clearImmediate'
  ).split(' '),
)

export const staysNodes = (name: string): boolean => NODES_OWN.has(name)

export function createHappyWindow(): InnerWindow {
  const window = new GlobalWindow({
    url: 'http://localhost/',
    width: 1280,
    height: 720,
    settings: {
      disableComputedStyleRendering: true,
      suppressInsecureJavaScriptEnvironmentWarning: true,
      navigation: {
        disableMainFrameNavigation: true,
        disableChildFrameNavigation: true,
        disableChildPageNavigation: true,
      },
    },
  }) as unknown as InnerWindow
  endLoading(window)
  return window
}

/** happy-dom would fire `load` on a real timer. */
function endLoading(window: InnerWindow): void {
  window[S.readyStateManager].startTask()
  window.document[S.readyState] = 'complete'
  // Aborting the page's tasks would fire it after all.
  const frame = new HappyDOM.WindowBrowserContext(window).getBrowserFrame()
  const tasks = frame?.[S.asyncTaskManager] as object as InnerTasks
  for (const id of Object.keys(tasks.runningTasks)) tasks.endTask(Number(id))
}

export function registerGlobals(window: InnerWindow): void {
  for (const key of Reflect.ownKeys(window)) {
    if (typeof key === 'string' && (NODES_OWN.has(key) || isLanguage(key))) continue
    const descriptor = Object.getOwnPropertyDescriptor(window, key)
    if (!descriptor) continue
    if (descriptor.value === window) {
      // `window`, `self`, `top`, ... must be the object that holds the globals, inside and outside.
      descriptor.value = globalThis
      Reflect.set(window, key, globalThis)
    }
    if (REPLACEABLE.has(key)) descriptor.set = replacer(key)
    const isClass = typeof key === 'string' && /^[A-Z]/.test(key)
    const enumerable = descriptor.enumerable === true && !isClass
    Object.defineProperty(globalThis, key, { ...descriptor, enumerable, configurable: true })
  }
  window.document[S.defaultView] = globalThis
}

const REPLACEABLE = new Set<PropertyKey>(
  'event innerWidth innerHeight outerWidth outerHeight devicePixelRatio'.split(' '),
)

/**
 * Assignment replaces the property of the global object. happy-dom's window keeps its own.
 * https://webidl.spec.whatwg.org/#Replaceable
 */
const replacer = (key: PropertyKey) =>
  function (this: object | undefined, value: unknown) {
    const replaced = { value, writable: true, enumerable: true, configurable: true }
    Object.defineProperty(this ?? globalThis, key, replaced)
  }

function isLanguage(key: string): boolean {
  return LANGUAGE.test(key) && typeof (globalThis as Record<string, unknown>)[key] === 'function'
}

const LANGUAGE =
  /^(?:Array|ArrayBuffer|Boolean|DataView|Date|Function|Intl|JSON|Map|Math|Number|Object|Promise|Proxy|Reflect|RegExp|Set|String|Symbol|Weak\w+|\w*Error|\w+Array|(?:de|en)codeURI\w*|(?:un)?escape|is(?:Finite|NaN)|parse(?:Float|Int))$/

export function shareTimers(target: Record<string, unknown>, window: object): void {
  for (const name of ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval']) {
    Object.assign(window, { [name]: target[name] })
  }
}
