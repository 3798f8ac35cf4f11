/**
 * Notes the shared objects that pages define properties of. No cheap look at an object finds hidden
 * properties, accessors or a new prototype, but only these functions make them.
 */

const { call } = Function.prototype
const has = call.bind(WeakSet.prototype.has) as (set: WeakSet<object>, value: unknown) => boolean
const { apply } = Reflect

const watched = new WeakSet<object>()
const defined: object[] = []
const symbols: symbol[] = []

export const watchDefinitions = (target: object): void => void watched.add(target)

/** @returns The watched objects, with repeats, that were redefined since the last call. */
export function takeDefined(): readonly object[] {
  return take(defined)
}

/** @returns The registered symbols, with repeats, that were asked for since the last call. */
export function takeSymbols(): readonly symbol[] {
  return take(symbols)
}

const { slice } = String.prototype

/** Whether it is a registered symbol of this package, which each page asks for. */
const isOurs = (key: unknown): boolean =>
  typeof key === 'string' && apply(slice, key, [0, PREFIX.length]) === PREFIX
const PREFIX = 'hashbang-'

const NONE: readonly never[] = []

/** By index: pages may have replaced methods of arrays. */
function take<T>(list: T[]): readonly T[] {
  if (list.length === 0) return NONE
  const taken: T[] = []
  for (let at = 0; at < list.length; at++) taken[at] = list[at] as T
  list.length = 0
  return taken
}

type Define = (target: object, ...rest: never[]) => unknown

/** A proxy keeps the name, the length and the text of the function. */
const noting = <F extends Define>(native: F, isMethod = false): F =>
  new Proxy(native, {
    apply(_, self, args) {
      const target: unknown = isMethod ? self : args[0]
      if (has(watched, target)) defined[defined.length] = target as object
      return apply(native, self, args)
    },
  })

const OF_OBJECT =
  'defineProperty defineProperties setPrototypeOf preventExtensions freeze seal'.split(' ')
const OF_REFLECT = 'defineProperty deleteProperty setPrototypeOf preventExtensions'.split(' ')
const OF_INSTANCES = ['__defineGetter__', '__defineSetter__']

/** SIDE EFFECT: replaces the functions. */
export function installDefinitions(target: typeof globalThis): void {
  replace(target.Object, OF_OBJECT, false)
  replace(target.Reflect, OF_REFLECT, false)
  replace(target.Object.prototype, OF_INSTANCES, true)
  const prototype = Object.getOwnPropertyDescriptor(target.Object.prototype, '__proto__')
  Object.defineProperty(target.Object.prototype, '__proto__', {
    ...prototype,
    set: noting(prototype?.set as Define, true),
  })
  const native = Symbol.for
  const value = new Proxy(native, {
    apply(_, self, args) {
      const symbol: symbol = apply(native, self, args)
      if (!isOurs(args[0])) symbols[symbols.length] = symbol
      return symbol
    },
  })
  Object.defineProperty(target.Symbol, 'for', { value })
}

function replace(target: object, names: readonly string[], isMethod: boolean): void {
  for (const name of names)
    Object.defineProperty(target, name, { value: noting(Reflect.get(target, name), isMethod) })
}
