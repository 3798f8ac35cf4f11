// Gives maps methods that no script can change. A page's scripts share the worker's built-ins, so a
// patched `Map.prototype.set` would receive data of later pages.

type AnyMap = Map<never, unknown> | WeakMap<never, unknown>

const { defineProperty, getOwnPropertyDescriptor, ownKeys } = Reflect

const methodsOf = (prototype: object) =>
  ownKeys(prototype).flatMap((key) => {
    const found = getOwnPropertyDescriptor(prototype, key)
    return typeof found?.value === 'function' ? [[key, found] as const] : []
  })

const ofMaps = methodsOf(Map.prototype)
const ofWeakMaps = methodsOf(WeakMap.prototype)
const NativeMap = Map

/** Adds the original methods to a map. Iterate only by `forEach`: pages can patch iterators. */
export function withOwnMethods<T extends AnyMap>(map: T): T {
  const methods = map instanceof NativeMap ? ofMaps : ofWeakMaps
  for (let at = 0; at < methods.length; at++) {
    const [key, method] = methods[at] as (typeof methods)[number]
    defineProperty(map, key, method)
  }
  return map
}
