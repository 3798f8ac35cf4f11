// Creates the window and the location of a frame, for frame.ts. It is no security boundary.
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#the-window-object

import { newGlobal, type PageWindow } from '../../dom/index.ts'
import { addTimers, windowPlatform } from './page-window.ts'

const HANDLER = /^on[a-z]+$/

const removing = new WeakMap<object, () => void>()

/** Reopening a document removes the listeners of its window. */
export const removeListeners = (window: object): void => removing.get(window)?.()

const NUMBERED = 10

function framesOf(window: { readonly document?: Document }): PropertyDescriptorMap {
  const frames = () => window.document?.getElementsByTagName('iframe')
  const numbered = Array.from({ length: NUMBERED }, (_, index) => [
    index,
    { get: () => frames()?.[index]?.contentWindow ?? undefined },
  ])
  return { ...Object.fromEntries(numbered), length: { get: () => frames()?.length ?? 0 } }
}

/**
 * @param ofFrame Such as `document` and `parent`. @param isAlive Whether the frame exists.
 */
export function frameWindow(ofFrame: PropertyDescriptorMap, isAlive: () => boolean): PageWindow {
  const platform = windowPlatform()
  const { global: window } = newGlobal(platform)
  const handlers = Object.keys(platform).filter((name) => HANDLER.test(name))
  addTimers(window, isAlive)
  const properties: PropertyDescriptorMap = {
    [Symbol.toStringTag]: { value: 'Window', enumerable: false },
    // The page's handlers don't receive a frame's events.
    ...Object.fromEntries(handlers.map((name) => [name, { value: null, writable: true }])),
    ...framesOf(window),
    closed: { value: false },
    opener: { value: null },
    ...eventsOf(window, handlers),
    ...ofFrame,
  }
  for (const name of Reflect.ownKeys(properties)) {
    const descriptor = properties[name as string] as PropertyDescriptor
    Object.defineProperty(window, name, { configurable: true, enumerable: true, ...descriptor })
  }
  return window
}

function eventsOf(window: PageWindow, handlers: readonly string[]): PropertyDescriptorMap {
  let listeners = new EventTarget()
  removing.set(window, () => {
    listeners = new EventTarget()
    for (const name of handlers) Reflect.set(window, name, null)
  })
  const handle = (event: Event) => {
    const handler: unknown = Reflect.get(window, `on${event.type}`)
    if (typeof handler === 'function') Reflect.apply(handler, window, [event])
  }
  const functions = {
    addEventListener(type: string, ...options: [EventListener]) {
      // An existing handler keeps its place.
      if (Reflect.get(window, `on${type}`)) listeners.addEventListener(type, handle)
      listeners.addEventListener(type, ...options)
    },
    removeEventListener: (...args: [string, EventListener]) =>
      listeners.removeEventListener(...args),
    dispatchEvent(event: Event) {
      // A new handler comes last.
      listeners.addEventListener(event.type, handle)
      return listeners.dispatchEvent(event)
    },
  }
  return Object.fromEntries(
    Object.entries(functions).map(([name, value]) => [name, { value, writable: true }]),
  )
}

const PARTS = ['hash', 'host', 'hostname', 'pathname', 'port', 'protocol', 'search'] as const

/** https://html.spec.whatwg.org/multipage/nav-history-apis.html#the-location-interface */
export function frameLocation(href: () => string, go: (href: string) => void): Location {
  const location = {
    get href() {
      return href()
    },
    set href(to) {
      go(String(to))
    },
    get origin() {
      return new URL(href()).origin
    },
    assign: (to: unknown) => go(String(to)),
    replace: (to: unknown) => go(String(to)),
    reload: () => go(href()),
    toString: href,
  }
  for (const name of PARTS) {
    Object.defineProperty(location, name, {
      enumerable: true,
      get: () => new URL(href())[name],
      set: (to: unknown) => go(Object.assign(new URL(href()), { [name]: String(to) }).href),
    })
  }
  return location as unknown as Location
}
