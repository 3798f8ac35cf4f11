/**
 * A `FinalizationRegistry` for page scripts that never calls back. V8 might call during another
 * page; the language guarantees no call.
 * https://tc39.es/ecma262/#sec-weakref-execution
 */

/** SIDE EFFECT: replaces the global. */
export function forgetRegistries(target: typeof globalThis): void {
  const { FinalizationRegistry: Native } = target
  const forgets = new Proxy(Native, {
    construct: (given, [callback], made) => {
      if (typeof callback !== 'function') throw new TypeError('The callback must be a function')
      return Reflect.construct(given, [() => undefined], made)
    },
  })
  Object.defineProperty(Native.prototype, 'constructor', { value: forgets })
  Object.defineProperty(target, 'FinalizationRegistry', { value: forgets })
}
