// Goes over what is sorted in step with something else that is. In: items by key, and keys that only grow. Out: the item of a key.

/** See the head of this file. */
export interface SortedCursor<T> {
  /** The item of a key that is no less than the last one asked for. */
  at(key: string): T | undefined
}

/** Creates one at the beginning. */
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
