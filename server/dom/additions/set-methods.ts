/**
 * Adds set methods (union, …) that browsers have since 2024 and Node since 22, for Node 20.
 * https://tc39.es/ecma262/#sec-set.prototype.union
 * Ours: unrelated to happy-dom.
 */

type Given = Pick<ReadonlySet<unknown>, 'size' | 'has' | 'keys'>

/** Of a set, or of a map's keys. */
const keysOf = (given: Given): unknown[] => [...new Set(given.keys())]

const METHODS = {
  union(this: Set<unknown>, given: Given) {
    return new Set([...this, ...keysOf(given)])
  },
  intersection(this: Set<unknown>, given: Given) {
    const [from, to] = this.size <= given.size ? [[...this], given] : [keysOf(given), this]
    return new Set(from.filter((one) => to.has(one)))
  },
  difference(this: Set<unknown>, given: Given) {
    return new Set([...this].filter((one) => !given.has(one)))
  },
  symmetricDifference(this: Set<unknown>, given: Given) {
    const added = keysOf(given).filter((one) => !this.has(one))
    return new Set([...[...this].filter((one) => !given.has(one)), ...added])
  },
  isSubsetOf(this: Set<unknown>, given: Given) {
    return [...this].every((one) => given.has(one))
  },
  isSupersetOf(this: Set<unknown>, given: Given) {
    return keysOf(given).every((one) => this.has(one))
  },
  isDisjointFrom(this: Set<unknown>, given: Given) {
    return ![...this].some((one) => given.has(one))
  },
}

export function installSetMethods({ Set: Class }: { Set: SetConstructor }): void {
  for (const [name, value] of Object.entries(METHODS)) {
    if (name in Class.prototype) continue
    Object.defineProperty(Class.prototype, name, { configurable: true, writable: true, value })
  }
}
