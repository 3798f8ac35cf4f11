// Search params: the pairs of a state's query <-> the typed values that a route declares.
// In: decoded pairs; codecs by key, or validators. Out: values, or undefined when one refuses; and back.
// Keys that no codec declares keep their order and repeats; a validator sees them all.

import { Bare, type Candidate, readText, type Values } from './match.ts'
import type { Pair } from './state.ts'

type Searched = Pick<Candidate, 'search' | 'schemas'>

// What all matches of routes that declare nothing share.
const NONE: Values = /* @__PURE__ */ Object.freeze(new Bare())

/** Reads the declared keys; the first of repeated ones counts unless the codec takes a list. */
export function readSearch(
  { search: codecs, schemas }: Searched,
  pairs: readonly Pair[],
): Values | undefined {
  if (!codecs.length && !schemas.length) return NONE
  const search = new Bare()
  for (const [key, codec] of codecs) {
    const texts = pairs.flatMap(([name, text]) => (name === key ? text : []))
    const [first] = texts
    if ('repeats' in codec || first !== undefined) {
      search[key] = readText(codec, 'repeats' in codec ? texts : (first as string))
      if (search[key] === undefined) return undefined
    } else if ('fallback' in codec) search[key] = codec.fallback
    else return undefined
  }
  for (const schema of schemas) {
    const result = schema['~standard'].validate(grouped(pairs))
    if (result instanceof Promise) throw new TypeError('A search validator must be synchronous')
    if (result.issues) return undefined
    Object.assign(search, result.value)
  }
  return search
}

// A validator is given a text for each key, or a list of them where the key repeats.
function grouped(pairs: readonly Pair[]): Values {
  const texts = new Bare()
  for (const [key, text] of pairs) texts[key] = key in texts ? [texts[key], text].flat() : text
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
  const declared = codecs.flatMap(([key, codec]): Pair[] => {
    const write = (value: unknown) => codec.format(value)
    const value = search[key]
    const texts =
      value === undefined
        ? []
        : 'repeats' in codec
          ? (value as unknown[]).map(write)
          : [write(value)]
    const left =
      'fallback' in codec && codec.fallback !== undefined ? write(codec.fallback) : undefined
    return texts.flatMap((text) => (text === left ? [] : [[key, text]]))
  })
  const others = Object.entries(search).flatMap(([key, value]) =>
    value === undefined || codecs.some(([one]) => one === key)
      ? []
      : [value].flat().map((one): Pair => [key, String(one)]),
  )
  return [...declared, ...(extra ?? others)]
}
