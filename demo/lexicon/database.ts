// The lexicon over the file that build.ts makes, for the server and each worker.

import { type Connection, openConnection } from './connection.ts'
import { everyKey } from './keys.ts'
import { type CountRow, countsOf, entryOf, paged, type SenseRow, wordOf } from './rows.ts'
import { ANY_PART, SCHEMA_VERSION } from './schema.ts'
import {
  CURIOSITIES,
  firstOfQuery,
  foldAccents,
  isLemma,
  isLetter,
  isPart,
  keyOf,
  LIST_SIZE,
  PARTS,
  SEARCH_SIZE,
} from './terms.ts'
import type { Counts, Entry, EntryPage, Lexicon, RequestOptions } from './types.ts'
import { schemaVersion } from './version.ts'

export interface OpenLexicon extends Lexicon {
  /** Frees the connection's memory. */
  close(): void
}

/** Keys of one request: 15 KB. */
const KEYS_SIZE = 1000

export function openLexicon(file: string): OpenLexicon {
  const version = schemaVersion(file)
  if (version !== SCHEMA_VERSION) {
    throw new Error(
      `Cannot open ${file} as a lexicon: expected schema version ${SCHEMA_VERSION}, found ` +
        `${version === 0 ? 'no database' : version}. Call ensureLexicon(file) first.`,
    )
  }
  return new SqliteLexicon(openConnection(file))
}

interface Slice {
  readonly first: number
  readonly size: number
}

class SqliteLexicon implements OpenLexicon {
  readonly #connection: Connection
  readonly #queries: ReturnType<typeof queriesOf>
  /** The places of each letter in each list. */
  readonly #slices: ReadonlyMap<string, Slice>
  readonly #counts: Counts

  constructor(connection: Connection) {
    const { query } = connection
    this.#connection = connection
    this.#queries = queriesOf(connection)
    this.#slices = new Map(
      query<Slice & { part: number; letter: string }>('select * from slice')
        .all()
        .map(({ part, letter, ...slice }) => [`${part}${letter}`, slice]),
    )
    const totals = query<CountRow>('select * from count').all()
    const sizeOf = (letter: string) => this.#slices.get(`${ANY_PART}${letter}`)?.size ?? 0
    this.#counts = countsOf(totals, sizeOf)
  }

  async word(lemma: string, options?: RequestOptions) {
    options?.signal?.throwIfAborted()
    return isLemma(lemma) ? wordOf(this.#queries.senses.all(keyOf(lemma))) : null
  }

  async browse(letter: string, page = 1, options?: RequestOptions) {
    options?.signal?.throwIfAborted()
    return this.#list(ANY_PART, letter, page)
  }

  async byPart(part: string, letter?: string, page = 1, options?: RequestOptions) {
    options?.signal?.throwIfAborted()
    return isPart(part) ? this.#list(PARTS.indexOf(part), letter, page) : null
  }

  async search(text: string, page = 1, options?: RequestOptions) {
    options?.signal?.throwIfAborted()
    return this.#search(text, page)
  }

  async keys(after = '', options?: RequestOptions) {
    options?.signal?.throwIfAborted()
    return isLemma(after) ? this.#queries.keysAfter.all(keyOf(after)).map(({ key }) => key) : []
  }

  lemmas(options?: RequestOptions) {
    return everyKey(this, options)
  }

  async counts(options?: RequestOptions) {
    options?.signal?.throwIfAborted()
    return this.#counts
  }

  async curiosities(options?: RequestOptions) {
    options?.signal?.throwIfAborted()
    return CURIOSITIES.flatMap((key) => this.#queries.entry.first(key) ?? []).map(entryOf)
  }

  close() {
    this.#connection.close()
  }

  #list(part: number, letter: string | undefined, page: number): EntryPage | null {
    if (letter !== undefined && !isLetter(letter)) return null
    const { first, size } =
      letter === undefined
        ? { first: 1, size: (this.#counts.parts[part] ?? this.#counts).lemmas }
        : (this.#slices.get(`${part}${letter}`) ?? { first: 1, size: 0 })
    return paged(page, LIST_SIZE, size, (from, to) =>
      this.#queries.listed.all(part, first + from, first + to - 1),
    )
  }

  /** First the word itself, then lemmas with all terms, then glosses with all terms. */
  #search(text: string, page: number): EntryPage | null {
    const { hits, hitsExcept, entry } = this.#queries
    const terms = searchExpressions(text)
    if (!terms) return paged(page, SEARCH_SIZE, 0, () => [])
    const total = hits.first(terms.anywhere)?.hits ?? 0
    return paged(page, SEARCH_SIZE, total, (from, to) => {
      const inLemma = hits.first(terms.lemma)?.hits ?? 0
      const exact = isLemma(text) ? entry.first(keyOf(text)) : null
      const ahead = exact ? 1 : 0
      const not = exact?.rank ?? 0
      const entries: Entry[] = exact && from === 0 ? [entryOf(exact)] : []
      const left = () => to - from - entries.length
      if (from < inLemma && left() > 0) {
        entries.push(...hitsExcept.all(terms.lemma, not, left(), Math.max(from - ahead, 0)))
      }
      if (left() > 0) {
        entries.push(...hitsExcept.all(terms.glossOnly, not, left(), Math.max(from - inLemma, 0)))
      }
      return entries
    })
  }
}

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
  // The inner query finds its page in the index alone.
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

const MAX_TERMS = 8
const MAX_TERM = 64

interface SearchExpressions {
  /** Every term is in the lemma; the last one may be unfinished. */
  readonly lemma: string
  /** Every term is in the lemma or in a gloss. */
  readonly anywhere: string
  /** The second without the first. */
  readonly glossOnly: string
}

/** The text as expressions of FTS5, of quoted letters and digits only; null without any. */
function searchExpressions(query: string): SearchExpressions | null {
  const terms = foldAccents(firstOfQuery(query))
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.slice(0, MAX_TERMS)
  if (!terms) return null
  const anywhere = `(${terms.map((term) => `"${term.slice(0, MAX_TERM)}"`).join(' AND ')} *)`
  const lemma = `lemma : ${anywhere}`
  return { lemma, anywhere, glossOnly: `${anywhere} NOT ${lemma}` }
}
