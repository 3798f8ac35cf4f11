/**
 * Notes the shared objects that pages define properties of. No cheap look at an object finds hidden
 * properties, accessors or a new prototype, but only these functions make them.
 */

/** Saved, as pages may replace them. */
const { call } = Function.prototype
const has = call.bind(WeakSet.prototype.has) as (set: WeakSet<object>, value: unknown) => boolean
const add = call.bind(WeakSet.prototype.add) as (set: WeakSet<object>, value: object) => void
const { slice } = String.prototype
const { apply, getOwnPropertyDescriptor, ownKeys } = Reflect
const { create } = Object
const Known = WeakSet<object>
const Boxed = Object

interface Noted {
  readonly objects: readonly object[]
  readonly symbols: readonly symbol[]
}

/** Each object and symbol once. */
class Notes {
  #objects: object[] = []
  #symbols: symbol[] = []
  #knownObjects = new Known()
  #knownSymbols: Record<symbol, true> = create(null)

  addObject(target: object): void {
    if (has(this.#knownObjects, target)) return
    add(this.#knownObjects, target)
    this.#objects[this.#objects.length] = target
  }

  addSymbol(symbol: symbol): void {
    if (symbol in this.#knownSymbols) return
    this.#knownSymbols[symbol] = true
    this.#symbols[this.#symbols.length] = symbol
  }

  take(): Noted {
    const taken = { objects: this.#objects, symbols: this.#symbols }
    if (taken.objects.length + taken.symbols.length === 0) return taken
    this.#objects = []
    this.#symbols = []
    this.#knownObjects = new Known()
    this.#knownSymbols = create(null)
    return taken
  }
}

const watched = new WeakSet<object>()
const notes = new Notes()

export const watchDefinitions = (target: object): void => add(watched, target)

/** Returns the watched objects that were redefined, and the registered symbols of the page. */
export const takeNotes = (): Noted => notes.take()

/** Whether it is a registered symbol of this package, which each page asks for. */
const isOurs = (key: unknown): boolean =>
  typeof key === 'string' && apply(slice, key, [0, PREFIX.length]) === PREFIX
const PREFIX = 'hashbang-'

type Define = (target: object, ...rest: never[]) => unknown

/** Where a function has the object that it changes. */
type Changed = 'argument' | 'receiver'

/** A proxy keeps the name, the length and the text of the function. */
const noting = <F extends Define>(native: F, changed: Changed): F =>
  new Proxy(native, {
    apply(_, self, args) {
      const target: unknown = changed === 'receiver' ? self : args[0]
      if (has(watched, target)) {
        notes.addObject(target as object)
        if (native.name === 'defineProperty') args[2] = undoable(target as object, args[1], args[2])
        if (native.name === 'defineProperties') args[1] = allUndoable(target as object, args[1])
      }
      return apply(native, self, args)
    },
  })

const FIELDS = ['value', 'writable', 'enumerable', 'get', 'set'] as const

/** A property that stays as it is, once it is defined, would be that of all later pages. */
function undoable(target: object, key: PropertyKey, descriptor: unknown): unknown {
  const isFixed = getOwnPropertyDescriptor(target, key)?.configurable === false
  if (isFixed || Boxed(descriptor) !== descriptor) return descriptor
  const copy: PropertyDescriptor = create(null)
  for (let index = 0; index < FIELDS.length; index++) {
    const field = FIELDS[index] as 'value'
    if (field in (descriptor as object)) copy[field] = (descriptor as PropertyDescriptor)[field]
  }
  copy.configurable = true
  return copy
}

function allUndoable(target: object, descriptors: unknown): unknown {
  if (Boxed(descriptors) !== descriptors) return descriptors
  const copy: Record<PropertyKey, unknown> = create(null)
  const keys = ownKeys(descriptors as object)
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as PropertyKey
    if (getOwnPropertyDescriptor(descriptors as object, key)?.enumerable)
      copy[key] = undoable(target, key, (descriptors as Record<PropertyKey, unknown>)[key])
  }
  return copy
}

const OF_OBJECT =
  'defineProperty defineProperties setPrototypeOf preventExtensions freeze seal'.split(' ')
const OF_REFLECT = 'defineProperty deleteProperty setPrototypeOf preventExtensions'.split(' ')
const OF_INSTANCES = ['__defineGetter__', '__defineSetter__']

/** SIDE EFFECT: replaces the functions. */
export function installDefinitions(target: typeof globalThis): void {
  replace(target.Object, OF_OBJECT, 'argument')
  replace(target.Reflect, OF_REFLECT, 'argument')
  replace(target.Object.prototype, OF_INSTANCES, 'receiver')
  const prototype = Object.getOwnPropertyDescriptor(target.Object.prototype, '__proto__')
  Object.defineProperty(target.Object.prototype, '__proto__', {
    ...prototype,
    set: noting(prototype?.set as Define, 'receiver'),
  })
  const native = Symbol.for
  const value = new Proxy(native, {
    apply(_, self, args) {
      const symbol: symbol = apply(native, self, args)
      if (!isOurs(args[0])) notes.addSymbol(symbol)
      return symbol
    },
  })
  Object.defineProperty(target.Symbol, 'for', { value })
}

function replace(target: object, names: readonly string[], changed: Changed): void {
  for (const name of names)
    Object.defineProperty(target, name, { value: noting(Reflect.get(target, name), changed) })
}
