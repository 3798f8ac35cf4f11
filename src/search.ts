// Search params: the pairs of a state's query <-> the typed values that a route declares.
// In: decoded pairs; codecs by key, or validators. Out: values, or undefined when one refuses; and back.
// Keys that no codec declares keep their order and repeats; a validator sees them all.

import type { Candidate, Values } from './match.ts'
import type { Pair } from './state.ts'
import type { SearchCodec } from './values.ts'

/** An object without a prototype: `__proto__` and `constructor` are ordinary keys in it. */
export const Bare = function Bare() {} as unknown as new () => Record<string, unknown>
Bare.prototype = Object.create(null)

type Searched = Pick<Candidate, 'search' | 'schemas'>

/** Reads the declared keys; the first of repeated ones counts unless the codec is a list. */
export function readSearch(
  { search: codecs, schemas }: Searched,
  pairs: readonly Pair[],
): Values | undefined {
  const search = new Bare()
  for (const [key, codec] of Object.entries(codecs)) {
    const texts = pairs.flatMap((pair) => (pair[0] === key ? [pair[1]] : []))
    const values = texts.map((text) => codec.parse(text))
    const many = 'repeats' in codec
    if (!many && texts.length === 0) {
      if (!('fallback' in codec)) return undefined
      search[key] = codec.fallback
    } else {
      const read = many ? values : values.slice(0, 1)
      if (read.includes(undefined)) return undefined
      search[key] = many ? read : read[0]
    }
  }
  for (const schema of schemas) {
    const result = schema['~standard'].validate(group(pairs))
    if (result instanceof Promise) throw new TypeError('Search validators must be synchronous')
    if (result.issues) return undefined
    Object.assign(search, result.value)
  }
  return search
}

// A validator is given a text for each key, or a list of them where the key repeats.
function group(pairs: readonly Pair[]): Values {
  const texts = new Bare() as Record<string, string | string[]>
  for (const [key, text] of pairs)
    texts[key] = key in texts ? [texts[key] ?? [], text].flat() : text
  return texts
}

/**
 * Writes the keys that codecs declare in their order, leaving out what equals its fallback; then `extra`,
 * or else the other keys, which are a validator's.
 */
export function writeSearch(
  { search: codecs }: Searched,
  search: Values,
  extra?: readonly Pair[],
): Pair[] {
  const pairs: Pair[] = []
  for (const [key, codec] of Object.entries<SearchCodec>(codecs)) {
    const value = search[key]
    if (value === undefined) continue
    const texts = ('repeats' in codec ? (value as unknown[]) : [value]).map((one) =>
      codec.format(one),
    )
    const fallback = 'fallback' in codec ? codec.fallback : undefined
    if (fallback !== undefined && codec.format(fallback) === texts[0]) continue
    for (const text of texts) pairs.push([key, text])
  }
  if (extra) return [...pairs, ...extra]
  for (const [key, value] of Object.entries(search)) {
    if (value === undefined || Object.hasOwn(codecs, key)) continue
    for (const one of [value].flat()) pairs.push([key, String(one)])
  }
  return pairs
}
