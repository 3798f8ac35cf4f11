/** Finds the objects of a window that outlive its pages, such as the document and the navigator. */

const isObject = (value: unknown): value is object =>
  typeof value === 'function' || (typeof value === 'object' && value !== null)

/** @returns Their names. */
export function lastingObjects(window: Window & typeof globalThis): Map<object, string> {
  const { document, navigator, history, location, screen, customElements } = window
  const { localStorage, sessionStorage, performance, crypto, visualViewport, navigation } = window
  const roots = {
    ...{ document, navigator, history, location, screen, customElements, localStorage },
    ...{ sessionStorage, performance, crypto, visualViewport, navigation },
    ...{ 'document.fonts': document.fonts, scheduler: Reflect.get(window, 'scheduler') },
  }
  const found = new Map<object, string>()
  for (const [name, one] of Object.entries(roots)) if (isObject(one)) found.set(one, name)
  // The iteration reaches what is added on the way.
  for (const [object, name] of found)
    for (const [key, value] of behindAccessors(object))
      if (!found.has(value) && value !== window) found.set(value, `${name}.${key}`)
  return found
}

/** Objects that an accessor gives each time. Nodes and their lists go with the document. */
function* behindAccessors(object: object): Generator<[key: string, value: object]> {
  for (const [key, { get }] of accessorsOf(object)) {
    const value = get && read(object, get)
    if (!isObject(value) || value instanceof Node || 'length' in value) continue
    if (value === read(object, get as () => unknown)) yield [key, value]
  }
}

type TakeBack = (stays: string[]) => void

/** Attributes with a plain value that pages may set, such as `document.designMode`. */
export function settingsOf({ document, history, screen }: Window): TakeBack[] {
  return Object.entries({ document, history, screen }).flatMap(([name, object]) =>
    [...accessorsOf(object)].flatMap(([key, { get, set }]): TakeBack[] => {
      if (!get || !set || /^on[a-z]+$/.test(key)) return []
      const was = read(object, get)
      if (isObject(was)) return []
      return [
        (stays) => {
          if (Object.is(read(object, get), was)) return
          set.call(object, was)
          if (!Object.is(read(object, get), was)) stays.push(`${name}.${key}`)
        },
      ]
    }),
  )
}

function accessorsOf(object: object): Map<string, PropertyDescriptor> {
  const found = new Map<string, PropertyDescriptor>()
  for (let at: object | null = object; at !== null; at = Reflect.getPrototypeOf(at)) {
    for (const [key, one] of Object.entries(Object.getOwnPropertyDescriptors(at)))
      if (key !== '__proto__' && !found.has(key) && (one.get || one.set)) found.set(key, one)
  }
  return found
}

function read(object: object, get: () => unknown): unknown {
  try {
    return get.call(object)
  } catch {
    return undefined
  }
}
