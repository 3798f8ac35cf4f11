// The index over key=value patterns, whose states may have their keys in any order and others between.
// In: parsed patterns, each with a value; the pairs of a state. Out: candidates by rank, as of the trie:
// more required keys before fewer, static texts before params, then the order of definition.

import { affixes, type Part, take } from './pattern.ts'
import type { Pair } from './state.ts'
import type { Accept } from './trie.ts'

interface Keyed<T> {
  readonly parts: readonly Part[]
  readonly rank: number
  readonly value: T
}

/** The index; see `Trie`. */
export interface KeyIndex<T> {
  add(parts: readonly Part[], value: T, sure: boolean): T | undefined
  find<R>(pairs: readonly Pair[], accept: Accept<T, R>): R | undefined
}

const fileUnder = ({ key, name, before }: Part): string =>
  name === undefined ? `${key}=${before}` : key

/** Makes an empty index. */
export function createKeyIndex<T>(): KeyIndex<T> {
  // A pattern is filed under one key that it requires, with its text where that is static, so that a
  // look-up reads only the lists of the state's own pairs.
  const lists = new Map<string, Keyed<T>[]>()
  const sures = new Map<string, T>()
  let count = 0
  return {
    add(parts, value, sure) {
      const required = parts.filter(({ modifier }) => modifier === '')
      const statics = required.filter(({ name }) => name === undefined)
      const [lead = ''] = [...statics, ...required].map(fileUnder)
      const list = lists.get(lead) ?? []
      const weight = required.reduce(
        (sum, part) => sum + (part.name === undefined ? 5 : affixes(part) > 0 ? 4 : 3),
        0,
      )
      list.push({ parts, rank: weight * 1e6 - count++, value })
      lists.set(lead, list)
      const signature = required
        .map(({ key, name, before, after }) => JSON.stringify([key, before, after, !name]))
        .sort()
        .join()
      const first = sures.get(signature)
      if (sure && first === undefined) sures.set(signature, value)
      return first
    },
    find(pairs, accept) {
      // The first of repeated keys counts.
      const values = new Map(pairs.toReversed())
      const candidates = [...values].flatMap(([key, value]) => [
        ...(lists.get(`${key}=${value}`) ?? []),
        ...(lists.get(key) ?? []),
      ])
      for (const { parts, value } of candidates.sort((a, b) => b.rank - a.rank)) {
        const captures: [string, string][] = []
        const fits = parts.every((part) => {
          const text = values.get(part.key)
          if (text === undefined) return part.modifier === '?'
          if (part.name === undefined) return text === part.before
          const taken = take(part, text)
          if (taken !== undefined) captures.push([part.name, taken])
          return taken !== undefined
        })
        const found = fits ? accept(value, captures) : undefined
        if (found !== undefined) return found
      }
      return undefined
    },
  }
}
