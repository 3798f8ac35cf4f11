// The lexicon as the pages see it: the value behind `context.lexicon` of every route.
// In: what a URL holds (a lemma, a letter, a part of speech, a query, a page number).
// Out: plain JSON values, the same from database.ts (server) and from client.ts (browser).
// Never: throws because of what a reader typed. Whatever names nothing is answered with `null`.

export type Part = 'noun' | 'verb' | 'adjective' | 'adverb'

/** One meaning of a lemma. The word lists hold lemmas in display form; `keyOf` makes links of them. */
export interface Sense {
  /** The lemma as this synset spells it: 'China' and 'china' share an entry, not a spelling. */
  readonly lemma: string
  /** The definition, without its examples. */
  readonly gloss: string
  readonly examples: readonly string[]
  /** The other words of the synset. */
  readonly synonyms: readonly string[]
  readonly antonyms: readonly string[]
  /** Words of the more general synsets: what this is a kind, or an instance, of. */
  readonly hypernyms: readonly string[]
  /** Words of the more specific synsets, one each, at most `HYPONYMS_SHOWN`. */
  readonly hyponyms: readonly string[]
  /** How many more specific synsets there are, shown or not. */
  readonly hyponymCount: number
  /** Words of near synsets; WordNet has this relation between adjectives only. */
  readonly similar: readonly string[]
}

export interface PartSenses {
  readonly part: Part
  /** At least one, in WordNet's order: the most frequent first. */
  readonly senses: readonly Sense[]
}

/** The entry of one lemma. */
export interface Word {
  /** The lemma's one address, `keyOf(lemma)`. A page reached by another spelling can redirect to it. */
  readonly key: string
  /** Display form: 'Ajax', 'ice cream'. */
  readonly lemma: string
  /** The first sense's gloss, for descriptions. */
  readonly gloss: string
  /** At least one, in the order noun, verb, adjective, adverb. */
  readonly parts: readonly PartSenses[]
}

/** A line of a list: enough for a link and a word on it. */
export interface Entry {
  readonly key: string
  readonly lemma: string
  /** Of the first sense; in a list by part of speech, of the first sense in that part. */
  readonly gloss: string
}

export interface EntryPage {
  readonly entries: readonly Entry[]
  /** 1 is the first page. */
  readonly page: number
  /** At least 1: a list without entries still has its first page. */
  readonly pages: number
  /** Entries on all pages. */
  readonly total: number
}

export interface Counts {
  readonly lemmas: number
  readonly synsets: number
  readonly senses: number
  /** A lemma that is both noun and verb counts in both. */
  readonly parts: readonly {
    readonly part: Part
    readonly lemmas: number
    readonly synsets: number
    readonly senses: number
  }[]
  /** In the order of `LETTERS`. */
  readonly letters: readonly { readonly letter: string; readonly lemmas: number }[]
}

export interface Asking {
  readonly signal?: AbortSignal | undefined
}

export interface Lexicon {
  /** The entry of a lemma in any spelling that `keyOf` folds: 'AJAX', 'ajax', 'Ice_cream'. */
  word(lemma: string, asking?: Asking): Promise<Word | null>
  /** Lemmas by first letter ('a' to 'z', '0' for all others), `LIST_SIZE` a page, in key order. */
  browse(letter: string, page?: number, asking?: Asking): Promise<EntryPage | null>
  /** Lemmas of one part of speech, all or those of one letter. */
  byPart(part: string, letter?: string, page?: number, asking?: Asking): Promise<EntryPage | null>
  /** Lemmas that hold every term, then glosses that do; the last term may be unfinished. */
  search(query: string, page?: number, asking?: Asking): Promise<EntryPage | null>
  /** The next keys, in order, from the first or from those after a key; none after the last. */
  keys(after?: string, asking?: Asking): Promise<readonly string[]>
  /** Every key, in order, read a little at a time. */
  lemmas(asking?: Asking): AsyncIterable<string>
  counts(asking?: Asking): Promise<Counts>
  /** A fixed choice of odd words for the home page: the same ones, always, everywhere. */
  curiosities(asking?: Asking): Promise<readonly Entry[]>
}
