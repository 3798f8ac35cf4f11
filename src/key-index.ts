// Indexes key=value patterns, whose keys may come in any order, for route-index.ts. More required
// keys come first, then static texts before params, then definition order.

import { type Candidate, type Index, readMatch } from './read-match.ts'
import type { Pair } from './state.ts'

interface Keyed<T> {
  readonly route: T
  /** The required keys as text, which equal patterns share. */
  readonly required: string
  readonly rank: number
}

export function createKeyIndex<T extends Candidate>(): Index<T> {
  // By one required key, so that a look-up reads few lists.
  const lists = new Map<string, readonly Keyed<T>[]>()
  let count = 0
  return {
    add(route) {
      const names = route.pattern.parts
        .filter(({ modifier }) => !modifier)
        .map(({ key, name, before }) => (name ? key : `${key}=${before}`))
        .sort()
      const statics = names.filter((name) => name.includes('='))
      const [lead = ''] = [...statics, ...names]
      const list = lists.get(lead) ?? []
      const required = names.join('&')
      const rank = (names.length * 2 + statics.length) * 1e6 - count++
      lists.set(lead, [...list, { route, required, rank }])
      return list.find((earlier) => earlier.route.sure && earlier.required === required)?.route
    },
    find(state) {
      // The first of repeated keys counts; an optional key without a text counts as absent.
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
        const match = fits && readMatch(state, route, names, taken)
        if (!match) continue
        const isOther = ([key]: Pair) => !route.pattern.parts.some((part) => part.key === key)
        return { ...match, extra: match.extra.filter(isOther) }
      }
      return undefined
    },
  }
}
