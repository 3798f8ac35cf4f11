// The lexicon's JSON API as one table: client.ts writes its URLs, and api.ts reads them.

import { isLemma, isLetter, isPageNumber, isPart, isQuery } from './terms.ts'
import type { Lexicon } from './types.ts'

/** `/api/word?lemma=24%2F7`: in the query, because a lemma may hold slashes or be dots only. */
export const API_PATH = '/api/'

/** One value in a query. */
interface Field<Value> {
  /** Text after "must be". */
  readonly rule: string
  readonly optional: boolean
  parse(text: string): Value | null
}

type Fields = Readonly<Record<string, Field<unknown>>>
type ValuesOf<Of extends Fields> = {
  readonly [Name in keyof Of]: Of[Name] extends Field<infer Value> ? Value : never
}

/** Reads the answer to a query from a lexicon; null if there is none. */
export type Call<Answer> = (lexicon: Lexicon) => Promise<Answer>

export interface Endpoint<Values, Answer> {
  /** A method of `Lexicon`, and the last segment of the path. */
  readonly name: string
  /** The path and query of the values, or null if `read` would refuse them. */
  write(values: Values): string | null
  /** The call of a query, or the text of an error. */
  read(query: URLSearchParams): Call<Answer> | string
}

function endpoint<Of extends Fields, Answer>(
  name: keyof Lexicon,
  fields: Of,
  answer: (lexicon: Lexicon, values: ValuesOf<Of>) => Promise<Answer>,
): Endpoint<ValuesOf<Of>, Answer> {
  const parameters = Object.keys(fields).join(', ') || 'none'
  return {
    name,
    write(values) {
      const query = new URLSearchParams()
      for (const [name, field] of Object.entries(fields)) {
        if (values[name] === undefined) continue
        const text = String(values[name])
        if (field.parse(text) === null) return null
        query.set(name, text)
      }
      return query.size === 0 ? API_PATH + name : `${API_PATH}${name}?${query}`
    },
    read(query) {
      for (const name of query.keys()) {
        if (!Object.hasOwn(fields, name)) return `Unknown parameter; there are: ${parameters}.`
        if (query.getAll(name).length > 1) return `Parameter "${name}" is given more than once.`
      }
      const values: Record<string, unknown> = {}
      for (const [name, field] of Object.entries(fields)) {
        const text = query.get(name)
        if (text === null && field.optional) continue
        const value = text === null ? null : field.parse(text)
        if (value === null) return `Parameter "${name}" must be ${field.rule}.`
        values[name] = value
      }
      return (lexicon) => answer(lexicon, values as ValuesOf<Of>)
    },
  }
}

function text<Text extends string>(
  rule: string,
  accepts: ((text: string) => text is Text) | ((text: string) => boolean),
): Field<Text> {
  return { rule, optional: false, parse: (given) => (accepts(given) ? (given as Text) : null) }
}

function optional<Value>(field: Field<Value>): Field<Value | undefined> {
  return { ...field, optional: true }
}

const lemma = text('a lemma of at most 200 characters', isLemma)
const letter = text('a letter from a to z, or 0 for lemmas that begin with none', isLetter)
const part = text('noun, verb, adjective or adverb', isPart)
const query = text('text of at most 500 characters', isQuery)
const page = optional<number>({
  rule: 'a whole number from 1 on',
  optional: true,
  parse: (given) =>
    /^[1-9][0-9]*$/.test(given) && isPageNumber(Number(given)) ? Number(given) : null,
})

export const ENDPOINTS = {
  word: endpoint('word', { lemma }, (lexicon, values) => lexicon.word(values.lemma)),
  browse: endpoint('browse', { letter, page }, (lexicon, values) =>
    lexicon.browse(values.letter, values.page),
  ),
  byPart: endpoint('byPart', { part, letter: optional(letter), page }, (lexicon, values) =>
    lexicon.byPart(values.part, values.letter, values.page),
  ),
  search: endpoint('search', { query, page }, (lexicon, values) =>
    lexicon.search(values.query, values.page),
  ),
  keys: endpoint('keys', { after: optional(lemma) }, (lexicon, values) =>
    lexicon.keys(values.after),
  ),
  counts: endpoint('counts', {}, (lexicon) => lexicon.counts()),
  curiosities: endpoint('curiosities', {}, (lexicon) => lexicon.curiosities()),
}
