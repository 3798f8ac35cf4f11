// Converts the database's rows to the values of types.ts.

import { ANY_PART, OFFSETS, type SynsetBody } from './schema.ts'
import { isPageNumber, keyOf, LETTERS, PARTS } from './terms.ts'
import type { Counts, Entry, EntryPage, Part, Sense, Word } from './types.ts'

/** One sense of a lemma, with columns of lemma and synset. */
export interface SenseRow {
  readonly key: string
  readonly lemma: string
  readonly spelling: string
  readonly synset: number
  readonly antonyms: string
  readonly gloss: string
  readonly body: string
}

export interface CountRow {
  readonly part: number
  readonly lemmas: number
  readonly synsets: number
  readonly senses: number
}

/** All senses of one lemma, in order. */
export function wordOf(rows: readonly SenseRow[]): Word | null {
  const first = rows[0]
  if (!first) return null
  const parts: { part: Part; senses: Sense[] }[] = []
  for (const row of rows) {
    const part = PARTS[Math.floor(row.synset / OFFSETS)]
    if (!part) continue
    const last = parts.at(-1)
    if (last?.part === part) last.senses.push(senseOf(row))
    else parts.push({ part, senses: [senseOf(row)] })
  }
  return { key: first.key, lemma: first.lemma, gloss: first.gloss, parts }
}

function senseOf({ key, spelling, gloss, antonyms, body }: SenseRow): Sense {
  const [words, examples, hypernyms, hyponyms, hyponymCount, similar]: SynsetBody = JSON.parse(body)
  return {
    lemma: spelling,
    gloss,
    examples,
    synonyms: words.filter((word) => keyOf(word) !== key),
    antonyms: JSON.parse(antonyms),
    hypernyms,
    hyponyms,
    hyponymCount,
    similar,
  }
}

export function entryOf({ key, lemma, gloss }: Entry): Entry {
  return { key, lemma, gloss }
}

export function countsOf(
  rows: readonly CountRow[],
  lemmasUnder: (letter: string) => number,
): Counts {
  const of = (wanted: number) => {
    const row = rows.find(({ part }) => part === wanted)
    return { lemmas: row?.lemmas ?? 0, synsets: row?.synsets ?? 0, senses: row?.senses ?? 0 }
  }
  return {
    ...of(ANY_PART),
    parts: PARTS.map((part, index) => ({ part, ...of(index) })),
    letters: LETTERS.map((letter) => ({ letter, lemmas: lemmasUnder(letter) })),
  }
}

/** One page of `total` entries; `read` receives indexes from 0, without the end. */
export function paged(
  page: number,
  size: number,
  total: number,
  read: (from: number, to: number) => readonly Entry[],
): EntryPage | null {
  const pages = Math.max(1, Math.ceil(total / size))
  if (!isPageNumber(page) || page > pages) return null
  const from = (page - 1) * size
  const to = Math.min(from + size, total)
  return { entries: from < to ? read(from, to) : [], page, pages, total }
}
