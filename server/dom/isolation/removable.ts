/**
 * Makes properties that a page defines on shared objects removable. FAST, for one, defines a
 * permanent one on `Array.prototype`; the thread could then show no other page.
 */
import { wrap } from '../internals.ts'

const { get, getOwnPropertyDescriptor, ownKeys } = Reflect

/** @param shared Objects that outlive a page. */
export function keepRemovable(shared: Iterable<object>): void {
  const outlives = new WeakSet(shared)
  const has = outlives.has.bind(outlives)
  const isNew = (target: object, key: PropertyKey) =>
    has(target) && getOwnPropertyDescriptor(target, key)?.configurable !== false
  const removable = (target: object, key: PropertyKey, property: PropertyDescriptor) =>
    typeof property === 'object' && property !== null && isNew(target, key)
      ? { __proto__: property, configurable: true }
      : property
  wrap<typeof Object.defineProperty>(Object, 'defineProperty', (define) => {
    const wrapped = {
      defineProperty: <T>(
        target: T,
        key: PropertyKey,
        property: PropertyDescriptor & ThisType<T>,
      ) => define(target, key, removable(target as object, key, property)),
    }
    return wrapped.defineProperty
  })
  wrap<typeof Reflect.defineProperty>(Reflect, 'defineProperty', (define) => {
    const wrapped = {
      defineProperty: (target: object, key: PropertyKey, property: PropertyDescriptor) =>
        define(target, key, removable(target, key, property)),
    }
    return wrapped.defineProperty
  })
  wrap<typeof Object.defineProperties>(Object, 'defineProperties', (define) => {
    const wrapped = {
      defineProperties<T>(target: T, properties: PropertyDescriptorMap & ThisType<unknown>): T {
        if (!has(target as object) || properties === null || typeof properties !== 'object')
          return define(target, properties)
        const all: PropertyDescriptorMap = Object.create(null)
        for (const key of ownKeys(properties)) {
          if (getOwnPropertyDescriptor(properties, key)?.enumerable)
            all[key as string] = removable(target as object, key, get(properties, key))
        }
        return define(target, all)
      },
    }
    return wrapped.defineProperties
  })
}
