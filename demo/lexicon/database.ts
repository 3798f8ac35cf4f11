// The lexicon on the file that build.ts makes, for the server and for each of its worker threads.
// In: the path of the file. Out: a Lexicon, and close().
// Never: writes, waits for another reader, or makes SQL out of what somebody typed.

import { type Connection, openConnection } from './connection.ts'
import { everyKey } from './keys.ts'
import { type CountRow, countsOf, entryOf, paged, type SenseRow, wordOf } from './rows.ts'
import { ANY_PART, SCHEMA_VERSION } from './schema.ts'
import { searchExpressions } from './search.ts'
import {
  CURIOSITIES,
  isLemma,
  isLetter,
  isPart,
  keyOf,
  LIST_SIZE,
  PARTS,
  SEARCH_SIZE,
} from './terms.ts'
import type { Entry, EntryPage, Lexicon } from './types.ts'
import { schemaVersion } from './version.ts'

export interface OpenLexicon extends Lexicon {
  /** Frees the connection's memory. A terminated thread may go without. */
  close(): void
}

/** So many keys at a time: 150 requests for all of them, of 15 KB each. */
const KEYS_SIZE = 1000

export function openLexicon(file: string): OpenLexicon {
  const version = schemaVersion(file)
  if (version !== SCHEMA_VERSION) {
    throw new Error(
      `Cannot open ${file} as a lexicon: expected schema version ${SCHEMA_VERSION}, found ` +
        `${version === 0 ? 'no database' : version}. Call ensureLexicon(file) first.`,
    )
  }
  const connection = openConnection(file)
  const { query } = connection

  const { senses, entry, listed, keysAfter, hits, hitsExcept } = queriesOf(connection)

  const slices = new Map(
    query<{ part: number; letter: string; first: number; size: number }>('select * from slice')
      .all()
      .map(({ part, letter, first, size }) => [`${part}${letter}`, { first, size }]),
  )
  const totals = query<CountRow>('select * from count').all()
  const counts = countsOf(totals, (letter) => slices.get(`${ANY_PART}${letter}`)?.size ?? 0)

  function list(part: number, letter: string | undefined, page: number): EntryPage | null {
    if (letter !== undefined && !isLetter(letter)) return null
    const none = { first: 1, size: 0 }
    const { first, size } =
      letter === undefined
        ? { first: 1, size: (counts.parts[part] ?? counts).lemmas }
        : (slices.get(`${part}${letter}`) ?? none)
    return paged(page, LIST_SIZE, size, (from, to) =>
      listed.all(part, first + from, first + to - 1),
    )
  }

  /** In this order: the very word asked for, lemmas with all terms, glosses with all terms. */
  function find(text: string, page: number): EntryPage | null {
    const terms = searchExpressions(text)
    if (!terms) return paged(page, SEARCH_SIZE, 0, () => [])
    const total = hits.first(terms.anywhere)?.hits ?? 0
    return paged(page, SEARCH_SIZE, total, (from, to) => {
      const inLemma = hits.first(terms.lemma)?.hits ?? 0
      const exact = isLemma(text) ? entry.first(keyOf(text)) : null
      const ahead = exact ? 1 : 0
      const not = exact?.rank ?? 0
      const found: Entry[] = exact && from === 0 ? [entryOf(exact)] : []
      const left = () => to - from - found.length
      if (from < inLemma && left() > 0) {
        found.push(...hitsExcept.all(terms.lemma, not, left(), Math.max(from - ahead, 0)))
      }
      if (left() > 0) {
        found.push(...hitsExcept.all(terms.glossOnly, not, left(), Math.max(from - inLemma, 0)))
      }
      return found
    })
  }

  const lexicon: OpenLexicon = {
    async word(lemma, asking) {
      asking?.signal?.throwIfAborted()
      return isLemma(lemma) ? wordOf(senses.all(keyOf(lemma))) : null
    },
    async browse(letter, page = 1, asking) {
      asking?.signal?.throwIfAborted()
      return list(ANY_PART, letter, page)
    },
    async byPart(part, letter, page = 1, asking) {
      asking?.signal?.throwIfAborted()
      return isPart(part) ? list(PARTS.indexOf(part), letter, page) : null
    },
    async search(text, page = 1, asking) {
      asking?.signal?.throwIfAborted()
      return find(text, page)
    },
    async keys(after = '', asking) {
      asking?.signal?.throwIfAborted()
      return isLemma(after) ? keysAfter.all(keyOf(after)).map(({ key }) => key) : []
    },
    lemmas: (asking) => everyKey(lexicon, asking),
    async counts(asking) {
      asking?.signal?.throwIfAborted()
      return counts
    },
    async curiosities(asking) {
      asking?.signal?.throwIfAborted()
      return CURIOSITIES.flatMap((key) => entry.first(key) ?? []).map(entryOf)
    },
    close: () => connection.close(),
  }
  return lexicon
}

/** Prepares the queries of a lexicon. */
function queriesOf({ query }: Connection) {
  const senses = query<SenseRow>(`
    select w.key, w.lemma, s.lemma as spelling, s.synset, s.antonyms, y.gloss, y.body
    from word w join sense s on s.word = w.id join synset y on y.id = s.synset
    where w.key = ? order by s.place`)
  const entry = query<Entry & { rank: number }>(`
    select w.key, w.lemma, y.gloss, w.rank
    from word w join sense s on s.word = w.id and s.place = 0 join synset y on y.id = s.synset
    where w.key = ?`)
  const listed = query<Entry>(`
    select w.key, w.lemma, y.gloss
    from list l join word w on w.id = l.word join synset y on y.id = l.synset
    where l.part = ? and l.place between ? and ? order by l.place`)
  const keysAfter = query<{ key: string }>(
    `select key from word where key > ? order by key limit ${KEYS_SIZE}`,
  )
  const hits = query<{ hits: number }>('select count(*) as hits from search where search match ?')
  // The inner query finds its page in the index alone; only that page is looked up.
  const hitsExcept = query<Entry>(`
    select w.key, w.lemma, y.gloss
    from (
      select rowid as rank from search where search match ? and rowid <> ?
      order by rowid limit ? offset ?
    ) hit
    join word w on w.rank = hit.rank
    join sense s on s.word = w.id and s.place = 0 join synset y on y.id = s.synset
    order by hit.rank`)
  return { senses, entry, listed, keysAfter, hits, hitsExcept }
}
