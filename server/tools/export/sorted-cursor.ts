// Reads a sorted sequence in step with another one.

export interface SortedCursor<T> {
  /** The item of a key. Each key must be no less than the last one. */
  at(key: string): T | undefined
}

export function cursorOf<T>(items: Iterable<T>, keyOf: (item: T) => string): SortedCursor<T> {
  const rest = items[Symbol.iterator]()
  let next = rest.next()
  return {
    at(key) {
      while (!next.done && keyOf(next.value) < key) next = rest.next()
      return !next.done && keyOf(next.value) === key ? next.value : undefined
    },
  }
}
