/**
 * Adds set methods such as `union`, which Node 20 lacks.
 * https://tc39.es/ecma262/#sec-set.prototype.union
 * Ours; unrelated to happy-dom.
 */

interface Other {
  readonly size: number
  has(value: unknown): boolean
  keys(): Iterator<unknown>
}

function other(value: unknown): Other {
  if (typeof value !== 'object' || value === null) {
    throw new TypeError(`${String(value)} is no set: it must be an object`)
  }
  const given = value as Record<'size' | 'has' | 'keys', unknown>
  const size = Number(given.size)
  if (Number.isNaN(size))
    throw new TypeError('The "size" of what a set is combined with is no number')
  if (Math.trunc(size) < 0) throw new RangeError(`${size} is no size of a set`)
  const { has, keys } = given
  if (typeof has !== 'function')
    throw new TypeError('What a set is combined with has no method has()')
  if (typeof keys !== 'function')
    throw new TypeError('What a set is combined with has no method keys()')
  return {
    size: Math.trunc(size),
    has: (one) => Boolean(has.call(value, one)),
    keys: () => keys.call(value) as Iterator<unknown>,
  }
}

/** Stops when the callback returns false. */
function each({ keys }: Other, visit: (key: unknown) => boolean | undefined): boolean {
  const iterator = keys()
  for (let step = iterator.next(); !step.done; step = iterator.next()) {
    if (visit(step.value) !== false) continue
    iterator.return?.()
    return false
  }
  return true
}

const METHODS = {
  union(this: Set<unknown>, value: unknown) {
    const result = new Set(this)
    each(other(value), (key) => void result.add(key))
    return result
  },
  intersection(this: Set<unknown>, value: unknown) {
    const given = other(value)
    const result = new Set()
    if (this.size <= given.size) {
      for (const one of this) if (given.has(one)) result.add(one)
    } else each(given, (key) => void (this.has(key) && result.add(key)))
    return result
  },
  difference(this: Set<unknown>, value: unknown) {
    const given = other(value)
    const result = new Set(this)
    if (this.size <= given.size) {
      for (const one of this) if (given.has(one)) result.delete(one)
    } else each(given, (key) => void result.delete(key))
    return result
  },
  symmetricDifference(this: Set<unknown>, value: unknown) {
    const given = other(value)
    const result = new Set(this)
    each(given, (key) => void (this.has(key) ? result.delete(key) : result.add(key)))
    return result
  },
  isSubsetOf(this: Set<unknown>, value: unknown) {
    const given = other(value)
    if (this.size > given.size) return false
    for (const one of this) if (!given.has(one)) return false
    return true
  },
  isSupersetOf(this: Set<unknown>, value: unknown) {
    const given = other(value)
    return this.size >= given.size && each(given, (key) => this.has(key))
  },
  isDisjointFrom(this: Set<unknown>, value: unknown) {
    const given = other(value)
    if (this.size > given.size) return each(given, (key) => !this.has(key))
    for (const one of this) if (given.has(one)) return false
    return true
  },
}

export function installSetMethods({ Set: Class }: { Set: SetConstructor }): void {
  for (const [name, value] of Object.entries(METHODS)) {
    if (name in Class.prototype) continue
    Object.defineProperty(Class.prototype, name, { configurable: true, writable: true, value })
  }
}
