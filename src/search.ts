// Search params: the pairs of a state's query <-> the typed values that a route declares.
// In: decoded pairs; codecs by key. Out: values, or undefined when a codec refuses; and back.
// Keys that the route does not declare keep their order and repeats, and are no one's business here.

import type { Codec } from './params.ts'
import type { Pair } from './state.ts'
import type { SearchCodecs } from './values.ts'

/** An object without a prototype: `__proto__` and `constructor` are ordinary keys in it. */
export const Bare = function Bare() {} as unknown as new () => Record<string, unknown>
Bare.prototype = Object.create(null)

/** Reads the declared keys; the first of repeated ones counts unless the codec is a list. */
export function readSearch(
  codecs: SearchCodecs,
  pairs: readonly Pair[],
): Record<string, unknown> | undefined {
  const search = new Bare()
  for (const [key, codec] of Object.entries(codecs)) {
    const texts = pairs.flatMap((pair) => (pair[0] === key ? [pair[1]] : []))
    const values = texts.map((text) => codec.parse(text))
    const many = 'list' in codec
    if (!many && texts.length === 0) {
      if (!('fallback' in codec)) return undefined
      search[key] = codec.fallback
    } else {
      const read = many ? values : values.slice(0, 1)
      if (read.includes(undefined)) return undefined
      search[key] = many ? read : read[0]
    }
  }
  return search
}

/** Writes the declared keys in their order, leaving out what equals its fallback. */
export function writeSearch(
  codecs: SearchCodecs,
  search: Readonly<Record<string, unknown>>,
): Pair[] {
  return Object.entries(codecs).flatMap(([key, codec]: [string, Codec<unknown>]) => {
    const value = search[key]
    if (value === undefined) return []
    const texts = ('list' in codec ? (value as unknown[]) : [value]).map((one) => codec.format(one))
    const fallback = 'fallback' in codec ? codec.fallback : undefined
    if (fallback !== undefined && codec.format(fallback) === texts[0]) return []
    return texts.map((text): Pair => [key, text])
  })
}
