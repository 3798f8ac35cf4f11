// The lexicon behind `context.lexicon`: database.ts on the server, client.ts in the browser. A text
// without an entry is null, not an error.

export type Part = 'noun' | 'verb' | 'adjective' | 'adverb'

/** One meaning of a lemma. Word lists hold display forms. */
export interface Sense {
  /** The synset's spelling: 'China' and 'china' share an entry. */
  readonly lemma: string
  readonly gloss: string
  readonly examples: readonly string[]
  readonly synonyms: readonly string[]
  readonly antonyms: readonly string[]
  /** Words of more general synsets. */
  readonly hypernyms: readonly string[]
  /** Words of more specific synsets, one each, at most `HYPONYMS_SHOWN`. */
  readonly hyponyms: readonly string[]
  /** The number of more specific synsets. */
  readonly hyponymCount: number
  /** Of adjectives only. */
  readonly similar: readonly string[]
}

export interface PartSenses {
  readonly part: Part
  /** The most frequent first. */
  readonly senses: readonly Sense[]
}

export interface Word {
  /** `keyOf(lemma)`, for addresses. */
  readonly key: string
  /** Display form, such as 'Ajax'. */
  readonly lemma: string
  /** The first sense's gloss. */
  readonly gloss: string
  /** In the order of `PARTS`. */
  readonly parts: readonly PartSenses[]
}

/** A line of a list. */
export interface Entry {
  readonly key: string
  readonly lemma: string
  /** Of the first sense, in the list's part of speech. */
  readonly gloss: string
}

export interface EntryPage {
  readonly entries: readonly Entry[]
  /** From 1. */
  readonly page: number
  /** At least 1. */
  readonly pages: number
  /** Entries on all pages. */
  readonly total: number
}

export interface Counts {
  readonly lemmas: number
  readonly synsets: number
  readonly senses: number
  /** A noun that is a verb too counts twice. */
  readonly parts: readonly {
    readonly part: Part
    readonly lemmas: number
    readonly synsets: number
    readonly senses: number
  }[]
  /** In the order of `LETTERS`. */
  readonly letters: readonly { readonly letter: string; readonly lemmas: number }[]
}

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined
}

export interface Lexicon {
  /** The entry of a lemma in any spelling that `keyOf` folds. */
  word(lemma: string, options?: RequestOptions): Promise<Word | null>
  /** Lemmas by first letter ('0': none), `LIST_SIZE` a page, in key order. */
  browse(letter: string, page?: number, options?: RequestOptions): Promise<EntryPage | null>
  byPart(
    part: string,
    letter?: string,
    page?: number,
    options?: RequestOptions,
  ): Promise<EntryPage | null>
  /** Lemmas with every term, then glosses; the last term may be unfinished. */
  search(query: string, page?: number, options?: RequestOptions): Promise<EntryPage | null>
  /** The next keys after a key, or the first ones. */
  keys(after?: string, options?: RequestOptions): Promise<readonly string[]>
  /** Every key, in order. */
  lemmas(options?: RequestOptions): AsyncIterable<string>
  counts(options?: RequestOptions): Promise<Counts>
  /** Odd words for the home page. */
  curiosities(options?: RequestOptions): Promise<readonly Entry[]>
}
