/**
 * Adds set methods such as `union`, which Node 20 lacks.
 * https://tc39.es/ecma262/#sec-set.prototype.union
 * Ours; unrelated to happy-dom.
 */

/** https://tc39.es/ecma262/#sec-set-records */
interface SetRecord {
  readonly size: number
  has(value: unknown): boolean
  keys(): Iterator<unknown>
}

function setRecord(value: unknown): SetRecord {
  if (typeof value !== 'object' || value === null) {
    throw new TypeError(`${String(value)} is no set: it must be an object`)
  }
  const set = value as Record<'size' | 'has' | 'keys', unknown>
  const size = Number(set.size)
  if (Number.isNaN(size)) throw new TypeError('The "size" of the other set is no number')
  if (Math.trunc(size) < 0) throw new RangeError(`${size} is no size of a set`)
  const { has, keys } = set
  if (typeof has !== 'function')
    throw new TypeError('What a set is combined with has no method has()')
  if (typeof keys !== 'function')
    throw new TypeError('What a set is combined with has no method keys()')
  return {
    size: Math.trunc(size),
    has: (key) => Boolean(has.call(value, key)),
    keys: () => keys.call(value) as Iterator<unknown>,
  }
}

/** Stops when the callback returns false. */
function each({ keys }: SetRecord, visit: (key: unknown) => boolean | undefined): boolean {
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
    each(setRecord(value), (key) => void result.add(key))
    return result
  },
  intersection(this: Set<unknown>, value: unknown) {
    const other = setRecord(value)
    const result = new Set()
    if (this.size <= other.size) {
      for (const key of this) if (other.has(key)) result.add(key)
    } else each(other, (key) => void (this.has(key) && result.add(key)))
    return result
  },
  difference(this: Set<unknown>, value: unknown) {
    const other = setRecord(value)
    const result = new Set(this)
    if (this.size <= other.size) {
      for (const key of this) if (other.has(key)) result.delete(key)
    } else each(other, (key) => void result.delete(key))
    return result
  },
  symmetricDifference(this: Set<unknown>, value: unknown) {
    const other = setRecord(value)
    const result = new Set(this)
    each(other, (key) => void (this.has(key) ? result.delete(key) : result.add(key)))
    return result
  },
  isSubsetOf(this: Set<unknown>, value: unknown) {
    const other = setRecord(value)
    if (this.size > other.size) return false
    for (const key of this) if (!other.has(key)) return false
    return true
  },
  isSupersetOf(this: Set<unknown>, value: unknown) {
    const other = setRecord(value)
    return this.size >= other.size && each(other, (key) => this.has(key))
  },
  isDisjointFrom(this: Set<unknown>, value: unknown) {
    const other = setRecord(value)
    if (this.size > other.size) return each(other, (key) => !this.has(key))
    for (const key of this) if (other.has(key)) return false
    return true
  },
}

export function installSetMethods({ Set: Class }: { Set: SetConstructor }): void {
  for (const [name, value] of Object.entries(METHODS)) {
    if (name in Class.prototype) continue
    Object.defineProperty(Class.prototype, name, { configurable: true, writable: true, value })
  }
}
