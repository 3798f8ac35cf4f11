/** Finds shared objects behind accessors, such as `navigator.permissions`. */
import { sharedObjects } from './belongings.ts'
import type { Root } from './reachable.ts'

/** Finds them before any page: reading creates lazy ones for all pages. */
export function sharedRoots(window: Window & typeof globalThis): Root[] {
  const found = new Map<object, string>([[globalThis, 'window']])
  for (const [name, object] of Object.entries(sharedObjects(window))) found.set(object, name)
  for (const [object, name] of found) {
    if (object instanceof Element) continue
    for (const [key, value] of givenBy(object)) {
      const isShared = !found.has(value) && !isNode(value)
      if (isShared) found.set(value, name === 'window' ? key : `${name}.${key}`)
    }
  }
  return [...found].map(([object, name]) => [name, object])
}

interface Setting {
  readonly name: string
  readonly object: object
  readonly key: string
  readonly was: unknown
}

export interface Settings {
  /** @returns Names of changes that remain. */
  takeBack(): string[]
}

export function sharedSettings(window: Window & typeof globalThis): Settings {
  const { document, history, navigator, screen } = window
  const objects = { window: globalThis, document, history, navigator, screen }
  const all: Setting[] = []
  for (const [name, object] of Object.entries(objects)) {
    for (const [key, { get, set }] of accessorsOf(object)) {
      if (!get || !set || HANDLER.test(key)) continue
      const was = readFrom(object, key)
      if (typeof was !== 'object' && typeof was !== 'function')
        all.push({ name: `${name}.${key}`, object, key, was })
    }
  }
  return {
    takeBack() {
      const stays: string[] = []
      for (const { name, object, key, was } of all) {
        if (Object.is(readFrom(object, key), was)) continue
        Reflect.set(object, key, was)
        if (!Object.is(readFrom(object, key), was)) stays.push(name)
      }
      return stays
    },
  }
}

/** Listeners are removed elsewhere. */
const HANDLER = /^on[a-z]+$/

function readFrom(object: object, key: string): unknown {
  try {
    return Reflect.get(object, key)
  } catch {
    return undefined
  }
}

function accessorsOf(object: object): Map<string, PropertyDescriptor> {
  const found = new Map<string, PropertyDescriptor>()
  for (let at: object | null = object; at !== null; at = Object.getPrototypeOf(at)) {
    for (const [key, one] of Object.entries(Object.getOwnPropertyDescriptors(at)))
      if (!found.has(key) && (one.get || one.set)) found.set(key, one)
  }
  return found
}

/** Objects of the document are emptied with it. */
const isNode = (value: object): boolean =>
  value instanceof Node || value instanceof HTMLCollection || value instanceof NodeList

function* givenBy(object: object): Generator<[key: string, value: object]> {
  for (let at: object | null = object; at !== null; at = Object.getPrototypeOf(at)) {
    for (const [key, { get }] of Object.entries(Object.getOwnPropertyDescriptors(at))) {
      if (key === '__proto__' || key === 'process') continue
      const value = get && read(object, get)
      if (value !== undefined && value === read(object, get as () => unknown)) yield [key, value]
    }
  }
}

function read(object: object, get: () => unknown): object | undefined {
  try {
    const value = get.call(object)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
