// Converts between a query's pairs and typed search params. A validator receives all keys.

import { fault } from './diagnostics.ts'
import type { Optional } from './params.ts'
import { Bare, type NamedValues, readText, type SearchQuery } from './read-match.ts'
import type { SearchCodec, SearchShape, StandardSchema } from './route.ts'
import type { Pair } from './state.ts'

/** @param searches Of a route's levels, outermost first. */
export function createQuery(searches: readonly SearchShape[]): SearchQuery {
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

// A validator receives a text for each key, or a list if the key repeats.
function grouped(pairs: readonly Pair[]): NamedValues {
  const texts = new Bare()
  for (const [key, text] of pairs) texts[key] = key in texts ? [texts[key], text].flat() : text
  return texts
}
