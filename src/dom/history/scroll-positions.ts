// Where the reader was on each entry of the history. The browser's own memory of it is of no use here: by
// the time that a page is there, it has taken the shorter one before it for where the reader was.
// In: keys of entries. Out: positions, of as many entries as a browser keeps.

const MAX_ENTRIES = 100

/** Remembers scroll positions by entry. */
export class Scrolls {
  readonly #positions = new Map<unknown, readonly [x: number, y: number]>()
  #settled = true

  /** Notes where the reader leaves an entry, unless its page was never shown. */
  leave(key: unknown, x: number, y: number): void {
    if (this.#settled) this.keep(key, x, y)
    this.#settled = false
  }

  /** Notes a position. */
  keep(key: unknown, x: number, y: number): void {
    this.#positions.delete(key)
    this.#positions.set(key, [x, y])
    const [oldest] = this.#positions.keys()
    if (this.#positions.size > MAX_ENTRIES) this.#positions.delete(oldest)
  }

  /** Says that the page of the entry is shown. */
  settle(): void {
    this.#settled = true
  }

  /** Scrolls to where the reader left an entry. @returns False when that is not known. */
  restore(key: unknown): boolean {
    const position = this.#positions.get(key)
    if (position) window.scrollTo(...position)
    return position !== undefined
  }
}
