/**
 * The classes of `fetch`, made when somebody asks for the first of them: Node's client for HTTP comes with them, which is a fifth of
 * what the start of a worker takes, and many pages ask for nothing. In: who has to change them then. Out: accessors that stand
 * in their places among the globals for good, so that whether one has been asked for is no change of a page's.
 */

/** They are Node's, as loaders hand them on. */
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

/** Calls back before anybody has them: what it puts in the place of a class is what all will have. */
export const beforeFetchClasses = (change: (classes: FetchClasses) => void): void =>
  void changes.push(change)

/** Makes them, unless they are there. */
export function fetchClasses(): FetchClasses {
  if (made) return made
  const before = new Set(Reflect.ownKeys(globalThis))
  made = Object.fromEntries(NAMES.map((name) => [name, nativeOf(name)])) as unknown as FetchClasses
  for (const key of Reflect.ownKeys(globalThis)) if (!before.has(key)) brought.add(key)
  for (const change of changes) change(made)
  return made
}

/** Whether Node's HTTP client defined this global when it was loaded. No page did, and no page can delete it. */
export const isOfClient = (key: PropertyKey): boolean => brought.has(key)

function nativeOf(name: string): unknown {
  const { value, get } = natives[name] as PropertyDescriptor
  if (get === undefined) return value
  const there = Object.getOwnPropertyDescriptor(globalThis, name)
  const native = get.call(globalThis)
  // Node puts it in the place of what is there.
  if (there) Object.defineProperty(globalThis, name, there)
  return native
}

const accessors = new Map(
  NAMES.map((name): [string, PropertyDescriptor] => [
    name,
    {
      configurable: true,
      enumerable: false,
      get: () => fetchClasses()[name],
      set(this: object, value: unknown) {
        Object.defineProperty(this, name, { value, configurable: true, writable: true })
      },
    },
  ]),
)

/** SIDE EFFECT: puts accessors in their places. */
export function deferFetchClasses(
  target: object,
  names: readonly (keyof FetchClasses)[] = NAMES,
): void {
  for (const name of names) {
    Object.defineProperty(target, name, accessors.get(name) as PropertyDescriptor)
  }
}

/** Whether it is a property that would load something if it were read: one of these, or one that Node itself loads so. */
export function isDeferred(name: string, property: PropertyDescriptor | undefined): boolean {
  const get = property?.get
  return get !== undefined && (get === natives[name]?.get || get === accessors.get(name)?.get)
}
