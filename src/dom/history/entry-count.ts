// Whether a change of the address has added an entry to the session history or taken the place of one: no event says so.
// In: the length of the history, and the index of the entry that the reader was in. Out: which of both, where it shows.

/** Browsers keep no more entries: a history that has so many grows no longer. */
const MOST_ENTRIES = 50

/** What a change of the address has done to the entries. */
export type Change = 'added' | 'replaced' | 'unknown'

/** Counts the entries of a window. */
export class EntryCount {
  readonly #history: { readonly length: number }
  #last: number
  #length: number

  /** @param last The index of the last entry; Infinity where there may be others after the reader's. */
  constructor(history: { readonly length: number }, last: number) {
    this.#history = history
    this.#last = last
    this.#length = history.length
  }

  /** Notes that the entry of an index is new: all after the one before are gone. */
  add(index: number): void {
    this.#last = index
    this.#length = this.#history.length
  }

  /** Says what an address has done that has changed while the reader was in the entry of an index. */
  since(index: number): Change {
    const before = this.#length
    this.#length = this.#history.length
    if (this.#length !== before) return 'added'
    const after = this.#last - index
    // A new entry in the place of the only one that came after leaves as many.
    const isKnown = after !== 1 && after < MOST_ENTRIES && before < MOST_ENTRIES
    return isKnown ? 'replaced' : 'unknown'
  }
}
