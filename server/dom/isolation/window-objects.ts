/** The objects of a window that outlive its pages, such as the document and the navigator. */
import { isObject, type Named } from './shared-objects.ts'

export function windowObjects(window: Window & typeof globalThis): readonly Named[] {
  const { document, navigator, history, location, screen, customElements } = window
  const { localStorage, sessionStorage, visualViewport } = window
  const { performance, crypto, console } = globalThis
  const roots = {
    ...{ document, navigator, history, location, screen, customElements, localStorage },
    ...{ sessionStorage, visualViewport, performance, crypto, console },
    scheduler: Reflect.get(window, 'scheduler'),
    'document.fonts': document.fonts,
  }
  const globals = new Set<object>([window, globalThis])
  const found = new Map<object, string>()
  for (const [name, one] of Object.entries(roots)) if (isObject(one)) found.set(one, name)
  // The iteration reaches what is added on the way.
  for (const [object, name] of found)
    for (const [key, value] of behindAccessors(object))
      if (!found.has(value) && !globals.has(value)) found.set(value, `${name}.${key}`)
  return [...found].map(([target, name]) => ({ name, target, isChanging: keepsState(target) }))
}

/** happy-dom keeps the page's state behind symbols. */
const keepsState = (target: object): boolean =>
  target instanceof EventTarget || Object.getOwnPropertySymbols(target).length > 0

/**
 * Objects that an accessor gives each time. Nodes and their lists go with the document. Node's
 * `console._stderr` is a stream, which changes with every line.
 */
function* behindAccessors(object: object): Generator<[key: string, value: object]> {
  for (const [key, { get }] of accessorsOf(object)) {
    const value = get && read(object, get)
    if (!isObject(value) || value instanceof Node || 'length' in value || key[0] === '_') continue
    if (value === read(object, get as () => unknown)) yield [key, value]
  }
}

/** Those of its prototypes too. */
export function accessorsOf(object: object): Map<string, PropertyDescriptor> {
  const found = new Map<string, PropertyDescriptor>()
  for (let at: object | null = object; at !== null; at = Reflect.getPrototypeOf(at)) {
    for (const [key, one] of Object.entries(Object.getOwnPropertyDescriptors(at)))
      if (key !== '__proto__' && !found.has(key) && (one.get || one.set)) found.set(key, one)
  }
  return found
}

/** @returns Undefined if it throws. */
export function read(object: object, get: () => unknown): unknown {
  try {
    return get.call(object)
  } catch {
    return undefined
  }
}
