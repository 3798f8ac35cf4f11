// The global object of a frame: the language's own globals, and the platform's, which are the page's. In: what is the frame's own.
// Out: the object. It is no boundary: a frame of the page's origin may reach all of the page, and the page all of it.
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#the-window-object

import vm from 'node:vm'

/** Names of Node, which no window has. */
const NOT_OF_WINDOWS = new Set([
  ...['global', 'Buffer', 'process', 'require', 'setImmediate', 'clearImmediate'],
  ...['happyDOM', 'eval', 'undefined', 'NaN', 'Infinity'],
])

/** What frames get of the page: what its globals are before any of its scripts has run. */
export function platformOf(page: object): ReadonlyMap<string, PropertyDescriptor> {
  const found = new Map<string, PropertyDescriptor>()
  for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(page))) {
    if (NOT_OF_WINDOWS.has(name)) continue
    // Handlers of the page's window hear nothing of a frame's.
    if (/^on[a-z]+$/.test(name)) found.set(name, { value: null, writable: true })
    else found.set(name, shared(page, name, descriptor))
  }
  return found
}

const shared = (page: object, name: string, descriptor: PropertyDescriptor): PropertyDescriptor =>
  descriptor.get === undefined
    ? { ...descriptor, writable: true }
    : {
        enumerable: descriptor.enumerable === true,
        get: () => Reflect.get(page, name),
        set: (value) => Reflect.set(page, name, value),
      }

/** Globals of the language that the worker has given time, seeds or counts of its own. */
const OVERWRITTEN = ['Date', 'console', 'performance', 'crypto', 'queueMicrotask']

/** What starts a callback, which is not called when its frame is none any more. */
const TIMERS = [
  'setTimeout',
  'setInterval',
  'requestAnimationFrame',
  'requestIdleCallback',
] as const

type Start = (callback: unknown, ...args: unknown[]) => unknown

const forgetting = new WeakMap<object, () => void>()

/** Takes away all that listens to a window, as opening its document anew does. */
export const forgetListeners = (window: object): void => forgetting.get(window)?.()

/** As many of its own frames are known by number. */
const NUMBERED = 10

/** How many frames are in it, and each. */
function framesOf(window: { readonly document?: Document }): PropertyDescriptorMap {
  const frames = () => window.document?.getElementsByTagName('iframe')
  const numbered = Array.from({ length: NUMBERED }, (_, at) => [
    at,
    { get: () => frames()?.[at]?.contentWindow ?? undefined },
  ])
  return { ...Object.fromEntries(numbered), length: { get: () => frames()?.length ?? 0 } }
}

/**
 * Makes one.
 *
 * @param own What is the frame's: `document`, `parent` and so on.
 * @param isAlive Whether its frame still is one.
 */
export function frameWindow(
  platform: ReadonlyMap<string, PropertyDescriptor>,
  own: PropertyDescriptorMap,
  isAlive: () => boolean,
): Window & typeof globalThis & vm.Context {
  const made = vm.createContext(vm.constants.DONT_CONTEXTIFY as never) as Window &
    typeof globalThis &
    vm.Context
  for (const [name, descriptor] of platform) {
    if (Object.hasOwn(made, name) && !OVERWRITTEN.includes(name)) continue
    Object.defineProperty(made, name, { ...descriptor, configurable: true })
  }
  made.Math.random = Math.random
  for (const name of TIMERS) {
    const start = made[name] as Start
    const whileAlive: Start = (callback, ...args) =>
      typeof callback !== 'function'
        ? undefined
        : start((...given: unknown[]) => isAlive() && callback.apply(made, given), ...args)
    Object.assign(made, { [name]: whileAlive })
  }
  let listeners = new EventTarget()
  const forget = () => {
    listeners = new EventTarget()
    for (const name of Object.keys(made)) if (/^on[a-z]+$/.test(name)) Reflect.set(made, name, null)
  }
  forgetting.set(made, forget)
  const handle = (event: Event) => {
    const handler: unknown = Reflect.get(made, `on${event.type}`)
    if (typeof handler === 'function') handler.call(made, event)
  }
  const addEventListener = (type: string, ...rest: [EventListener]) => {
    // A handler that is there already has its place before it.
    if (Reflect.get(made, `on${type}`)) listeners.addEventListener(type, handle)
    listeners.addEventListener(type, ...rest)
  }
  const dispatchEvent = (event: Event) => {
    // One without a place comes last, and one with a place stays where it is.
    listeners.addEventListener(event.type, handle)
    return listeners.dispatchEvent(event)
  }
  const properties: PropertyDescriptorMap = {
    ...Object.fromEntries(['window', 'self', 'frames'].map((name) => [name, { value: made }])),
    [Symbol.toStringTag]: { value: 'Window', enumerable: false },
    ...framesOf(made),
    ...{ closed: { value: false }, opener: { value: null } },
    addEventListener: { value: addEventListener, writable: true },
    removeEventListener: {
      value: (...args: [string, EventListener]) => listeners.removeEventListener(...args),
      writable: true,
    },
    dispatchEvent: { value: dispatchEvent, writable: true },
    ...own,
  }
  for (const name of Reflect.ownKeys(properties)) {
    const descriptor = properties[name as string] as PropertyDescriptor
    Object.defineProperty(made, name, { configurable: true, enumerable: true, ...descriptor })
  }
  return made
}
