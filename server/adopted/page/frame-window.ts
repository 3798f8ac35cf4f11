// Creates the window of a frame: a realm of its own, with the page's platform. It is no security
// boundary: a same-origin frame and the page reach each other fully.
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#the-window-object

import { newGlobal, type PageWindow } from '../../dom/index.ts'
import { addTimers, windowPlatform } from './page-window.ts'

const HANDLER = /^on[a-z]+$/

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
export function frameWindow(own: PropertyDescriptorMap, isAlive: () => boolean): PageWindow {
  const platform = windowPlatform()
  const { global: made } = newGlobal(platform)
  const handlers = Object.keys(platform).filter((name) => HANDLER.test(name))
  addTimers(made, isAlive)
  const properties: PropertyDescriptorMap = {
    [Symbol.toStringTag]: { value: 'Window', enumerable: false },
    // Handlers of the page's window don't receive a frame's events.
    ...Object.fromEntries(handlers.map((name) => [name, { value: null, writable: true }])),
    ...framesOf(made),
    ...{ closed: { value: false }, opener: { value: null } },
    ...eventsOf(made, handlers),
    ...own,
  }
  for (const name of Reflect.ownKeys(properties)) {
    const descriptor = properties[name as string] as PropertyDescriptor
    Object.defineProperty(made, name, { configurable: true, enumerable: true, ...descriptor })
  }
  return made
}

function eventsOf(made: PageWindow, handlers: readonly string[]): PropertyDescriptorMap {
  let listeners = new EventTarget()
  forgetting.set(made, () => {
    listeners = new EventTarget()
    for (const name of handlers) Reflect.set(made, name, null)
  })
  const handle = (event: Event) => {
    const handler: unknown = Reflect.get(made, `on${event.type}`)
    if (typeof handler === 'function') Reflect.apply(handler, made, [event])
  }
  const functions = {
    addEventListener(type: string, ...rest: [EventListener]) {
      // An existing handler keeps its earlier place.
      if (Reflect.get(made, `on${type}`)) listeners.addEventListener(type, handle)
      listeners.addEventListener(type, ...rest)
    },
    removeEventListener: (...args: [string, EventListener]) =>
      listeners.removeEventListener(...args),
    dispatchEvent(event: Event) {
      // A new handler comes last; an existing one keeps its place.
      listeners.addEventListener(event.type, handle)
      return listeners.dispatchEvent(event)
    },
  }
  return Object.fromEntries(
    Object.entries(functions).map(([name, value]) => [name, { value, writable: true }]),
  )
}
