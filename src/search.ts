// Search params: the pairs of a state's query <-> the typed values that a route declares.
// In: decoded pairs; codecs by key, or validators. Out: values, or undefined when one refuses; and back.
// Keys that no codec declares keep their order and repeats; a validator sees them all.

import { Bare } from './bare.ts'
import { readText, type Values } from './candidate.ts'
import { fault } from './diagnostics.ts'
import type { Optional } from './params.ts'
import type { SearchCodec, SearchShape, StandardSchema } from './route-types.ts'
import type { Pair } from './state.ts'

/** What the search of a route holds. */
export interface Query {
  readonly codecs: readonly (readonly [key: string, codec: SearchCodec])[]
  readonly schemas: readonly StandardSchema[]
  /** Whether a codec declares a key. */
  has(key: string): boolean
  /** Reads the declared keys; the first of repeated ones counts unless the codec takes a list. */
  read(pairs: readonly Pair[]): Values | undefined
  /** Writes the keys that codecs declare in their order, leaving out what equals its fallback. */
  write(search: Values): readonly Pair[]
}

/** Makes what reads and writes a search: what the levels of a route say, outermost first. */
export function createQuery(searches: readonly SearchShape[]): Query {
  const schemas = searches.filter(isSchema)
  const codecs = Object.entries<SearchCodec>(
    Object.assign(new Bare(), ...searches.filter((search) => !isSchema(search))),
  )
  return {
    codecs,
    schemas,
    has: (key) => codecs.some(([one]) => one === key),
    read(pairs) {
      const search = new Bare()
      for (const [key, codec] of codecs) {
        const texts = pairs.flatMap(([name, text]) => (name === key ? text : []))
        const text = 'repeats' in codec ? texts : texts[0]
        search[key] = text === undefined ? fallbackOf(codec) : readText(codec, text)
        if (search[key] === undefined && (text !== undefined || !('fallback' in codec)))
          return undefined
      }
      for (const schema of schemas) {
        const result = schema['~standard'].validate(grouped(pairs))
        if (result instanceof Promise) throw fault('HB008', [schema['~standard'].vendor])
        if (result.issues) return undefined
        Object.assign(search, result.value)
      }
      return search
    },
    write: (search) =>
      codecs.flatMap(([key, codec]): Pair[] => {
        const write = (value: unknown) => (value === undefined ? value : codec.format(value))
        const left = write(fallbackOf(codec))
        const values = 'repeats' in codec ? ((search[key] ?? []) as unknown[]) : [search[key]]
        return values
          .map(write)
          .flatMap((text) => (text === undefined || text === left ? [] : [[key, text]]))
      }),
  }
}

const fallbackOf = (codec: Partial<Optional<unknown>>): unknown => codec.fallback

const isSchema = (shape: SearchShape): shape is StandardSchema => '~standard' in shape

// A validator is given a text for each key, or a list of them where the key repeats.
function grouped(pairs: readonly Pair[]): Values {
  const texts = new Bare()
  for (const [key, text] of pairs) texts[key] = key in texts ? [texts[key], text].flat() : text
  return texts
}
