// The index over key=value patterns, whose states may have their keys in any order and others between.
// In: parsed patterns, each with a value; the pairs of a state. Out: candidates by rank, as of the trie:
// more required keys before fewer, static texts before params, then the order of definition.

import type { Part } from './pattern.ts'
import type { Pair } from './state.ts'
import type { Accept } from './trie.ts'

interface Keyed<T> {
  readonly parts: readonly Part[]
  readonly value: T
  readonly sure: boolean
  /** What it requires, in one text for all patterns that require the same. */
  readonly asks: string
  readonly rank: number
}

/** The index; see `Trie`. */
export interface KeyIndex<T> {
  add(parts: readonly Part[], value: T, sure: boolean): T | undefined
  find<R extends object>(pairs: readonly Pair[], accept: Accept<T, R>): R | undefined
}

/** Makes an empty index. */
export function createKeyIndex<T>(): KeyIndex<T> {
  // A pattern is filed under one key that it requires, with its text where that is static, so that a
  // look-up reads only the lists of the state's own pairs.
  const lists = new Map<string, readonly Keyed<T>[]>()
  let count = 0
  return {
    add(parts, value, sure) {
      const required = parts.filter(({ modifier }) => !modifier)
      const asked = required
        .map(({ key, name, before }) => (name ? key : `${key}=${before}`))
        .sort()
      const statics = asked.filter((name) => name.includes('='))
      const [lead = ''] = [...statics, ...asked]
      const list = lists.get(lead) ?? []
      const asks = asked.join('&')
      const rank = (asked.length * 2 + statics.length) * 1e6 - count++
      lists.set(lead, [...list, { parts, value, sure, asks, rank }])
      return list.find((one) => one.sure && one.asks === asks)?.value
    },
    find(pairs, accept) {
      // The first of repeated keys counts; an optional key without a text is as good as none.
      const texts = new Map(pairs.toReversed())
      const candidates = [...texts].flatMap(([key, text]) =>
        [key, `${key}=${text}`].flatMap((name) => lists.get(name) ?? []),
      )
      for (const { parts, value } of candidates.sort((a, b) => b.rank - a.rank)) {
        const there = parts.filter(({ key, name }) => name && texts.get(key))
        const found =
          parts.every(({ key, name, before, modifier }) =>
            name ? texts.get(key) || modifier : texts.get(key) === before,
          ) &&
          accept(
            value,
            there.map(({ name }) => name as string),
            there.map(({ key }) => texts.get(key) as string),
          )
        if (found) return found
      }
      return undefined
    },
  }
}
