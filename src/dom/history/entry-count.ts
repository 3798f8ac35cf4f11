// Finds out whether an address change added a session history entry or replaced one, by the length
// of the history: no event reports it.

/** Browsers' limit of entries: a full history no longer grows. */
const MOST_ENTRIES = 50

/** The effect of an address change on the entries. */
export type Change = 'added' | 'replaced' | 'unknown'

/** Counts the entries of a window. */
export class EntryCount {
  readonly #history: { readonly length: number }
  #last: number
  #length: number

  /** @param last Index of the last entry; NaN if nobody knows it. */
  constructor(history: { readonly length: number }, last: number) {
    this.#history = history
    this.#last = last
    this.#length = history.length
  }

  /** Records a new entry at an index, which removes all later ones. */
  add(index: number): void {
    this.#last = index
    this.#length = this.#history.length
  }

  /** Returns the effect of an address change, made in the entry of an index. */
  since(index: number): Change {
    const before = this.#length
    this.#length = this.#history.length
    if (this.#length !== before) return 'added'
    const after = this.#last - index
    // A new entry that replaces the only later one leaves the same length.
    const isKnown = after !== 1 && after < MOST_ENTRIES && before < MOST_ENTRIES
    return isKnown ? 'replaced' : 'unknown'
  }
}
