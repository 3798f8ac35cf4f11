// Creates the global object of a frame, with its own language globals and the page's platform
// globals. It is no security boundary: a same-origin frame and the page reach each other fully.
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#the-window-object

import vm from 'node:vm'

/** Node's globals, which no window has. */
const NOT_OF_WINDOWS = new Set([
  ...['global', 'Buffer', 'process', 'require', 'setImmediate', 'clearImmediate'],
  ...['happyDOM', 'eval', 'undefined', 'NaN', 'Infinity'],
])

/** The globals that frames share: the page's globals before any of its scripts. */
export function platformOf(page: object): ReadonlyMap<string, PropertyDescriptor> {
  const found = new Map<string, PropertyDescriptor>()
  for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(page))) {
    if (NOT_OF_WINDOWS.has(name)) continue
    // Handlers of the page's window don't receive a frame's events.
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

/** Language globals for which the worker has its own time, seeds or counters. */
const OVERWRITTEN = ['Date', 'console', 'performance', 'crypto', 'queueMicrotask']

/** Functions that start a callback, which must not run once the frame is removed. */
const TIMERS = [
  'setTimeout',
  'setInterval',
  'requestAnimationFrame',
  'requestIdleCallback',
] as const

type Start = (callback: unknown, ...args: unknown[]) => unknown

const forgetting = new WeakMap<object, () => void>()

/** Removes all listeners of a window, as reopening its document does. */
export const forgetListeners = (window: object): void => forgetting.get(window)?.()

/** Frames accessible by index. */
const NUMBERED = 10

function framesOf(window: { readonly document?: Document }): PropertyDescriptorMap {
  const frames = () => window.document?.getElementsByTagName('iframe')
  const numbered = Array.from({ length: NUMBERED }, (_, at) => [
    at,
    { get: () => frames()?.[at]?.contentWindow ?? undefined },
  ])
  return { ...Object.fromEntries(numbered), length: { get: () => frames()?.length ?? 0 } }
}

/**
 * @param own The frame's own properties: `document`, `parent` and so on.
 * @param isAlive Whether the frame still exists.
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
    // An existing handler keeps its earlier place.
    if (Reflect.get(made, `on${type}`)) listeners.addEventListener(type, handle)
    listeners.addEventListener(type, ...rest)
  }
  const dispatchEvent = (event: Event) => {
    // A new handler comes last; an existing one keeps its place.
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
