/**
 * Creates the classes of `fetch` on first access: Node's HTTP client, which they load, is a fifth
 * of a worker's start. The accessors stay on the globals, so that first access is no change by a
 * page.
 */

/** Node's own classes, since loaders pass them on. */
export interface FetchClasses {
  FormData: typeof FormData
  Headers: typeof Headers
  Request: typeof Request
  Response: typeof Response
}

const NAMES = [
  'FormData',
  'Headers',
  'Request',
  'Response',
] as const satisfies (keyof FetchClasses)[]

const natives = Object.getOwnPropertyDescriptors(globalThis)
const changes: ((classes: FetchClasses) => void)[] = []
const brought = new Set<PropertyKey>()
let made: FetchClasses | undefined

export const beforeFetchClasses = (change: (classes: FetchClasses) => void): void =>
  void changes.push(change)

export function fetchClasses(): FetchClasses {
  if (made) return made
  const before = new Set(Reflect.ownKeys(globalThis))
  made = Object.fromEntries(NAMES.map((name) => [name, nativeOf(name)])) as unknown as FetchClasses
  for (const key of Reflect.ownKeys(globalThis)) if (!before.has(key)) brought.add(key)
  for (const change of changes) change(made)
  return made
}

/** Whether Node's HTTP client defined this global. Pages did not, and cannot delete it. */
export const isOfClient = (key: PropertyKey): boolean => brought.has(key)

function nativeOf(name: string): unknown {
  const { value, get } = natives[name] as PropertyDescriptor
  if (get === undefined) return value
  const there = Object.getOwnPropertyDescriptor(globalThis, name)
  const native = get.call(globalThis)
  // Node has replaced the existing global.
  if (there) Object.defineProperty(globalThis, name, there)
  return native
}

let assigned = false

/** Whether a page has assigned one of them since the last call. */
export function takeAssigned(): boolean {
  const was = assigned
  assigned = false
  return was
}

const accessors = new Map(
  NAMES.map((name): [string, PropertyDescriptor] => [
    name,
    {
      configurable: true,
      enumerable: false,
      get: () => fetchClasses()[name],
      set(this: object, value: unknown) {
        assigned = true
        Object.defineProperty(this, name, { value, configurable: true, writable: true })
      },
    },
  ]),
)

/** SIDE EFFECT: defines the accessors. */
export function deferFetchClasses(
  target: object,
  names: readonly (keyof FetchClasses)[] = NAMES,
): void {
  for (const name of names) {
    Object.defineProperty(target, name, accessors.get(name) as PropertyDescriptor)
  }
}

/** Whether it is one of these, which reading would load. */
export const isFetchClass = (name: string): boolean => accessors.has(name)

/** Whether reading the property would load something: one of these, or a lazy one of Node's. */
export function isDeferred(name: string, property: PropertyDescriptor | undefined): boolean {
  const get = property?.get
  return get !== undefined && (get === natives[name]?.get || get === accessors.get(name)?.get)
}
