// The index over key=value patterns, whose states may have their keys in any order and others between.
// In: parsed patterns, each with a value; the pairs of a state. Out: candidates by rank, as of the trie:
// more required keys before fewer, static texts before params, then the order of definition.

import type { Candidate } from './candidate.ts'
import { readMatch } from './match.ts'
import type { Pair } from './state.ts'
import type { Index } from './trie.ts'

interface Keyed<T> {
  readonly route: T
  /** What it requires, in one text for all patterns that require the same. */
  readonly asks: string
  readonly rank: number
}

/** Makes an empty index. */
export function createKeyIndex<T extends Candidate>(): Index<T> {
  // A pattern is filed under one key that it requires, with its text where that is static, so that a
  // look-up reads only the lists of the state's own pairs.
  const lists = new Map<string, readonly Keyed<T>[]>()
  let count = 0
  return {
    add(route) {
      const asked = route.pattern.parts
        .filter(({ modifier }) => !modifier)
        .map(({ key, name, before }) => (name ? key : `${key}=${before}`))
        .sort()
      const statics = asked.filter((name) => name.includes('='))
      const [lead = ''] = [...statics, ...asked]
      const list = lists.get(lead) ?? []
      const asks = asked.join('&')
      const rank = (asked.length * 2 + statics.length) * 1e6 - count++
      lists.set(lead, [...list, { route, asks, rank }])
      return list.find((one) => one.route.sure && one.asks === asks)?.route
    },
    find(state) {
      // The first of repeated keys counts; an optional key without a text is as good as none.
      const texts = new Map(state.pairs.toReversed())
      const candidates = [...texts]
        .flatMap(([key, text]) => [key, `${key}=${text}`].flatMap((name) => lists.get(name) ?? []))
        .sort((a, b) => b.rank - a.rank)
      for (const { route } of candidates) {
        const names: string[] = []
        const taken: string[] = []
        const fits = route.pattern.parts.every(({ key, name, before, modifier }) => {
          const text = texts.get(key)
          if (!name) return text === before
          if (text) taken[names.push(name) - 1] = text
          return text || modifier
        })
        const found = fits && readMatch(state, route, names, taken)
        if (!found) continue
        const isOther = ([key]: Pair) => !route.pattern.parts.some((part) => part.key === key)
        return { ...found, extra: found.extra.filter(isOther) }
      }
      return undefined
    },
  }
}
