// Stores scroll positions by history entry, for as long as the tab is open. The browser's own are
// clamped to the shorter previous page, or restored before a loader has its data.

import type { NavigationOutcome, Visit, Visitor } from './history.ts'

const MAX_ENTRIES = 100
const STORED = 'hashbang-scroll'

export class Scrolls {
  readonly #positions = new Map<unknown, readonly [x: number, y: number]>()
  #settled = true

  /** Reads the positions that an earlier document of the tab has stored. */
  load(): this {
    try {
      for (const [key, x, y] of JSON.parse(sessionStorage[STORED])) this.keep(key, x, y)
    } catch {
      // No positions are stored, or the browser has no storage for this site.
    }
    return this
  }

  /** Stores the positions for a later document of the tab. */
  save(): void {
    try {
      sessionStorage[STORED] = JSON.stringify([...this.#positions].map(([key, at]) => [key, ...at]))
    } catch {
      // The browser has no storage for this site, or it is full.
    }
  }

  has(key: unknown): boolean {
    return this.#positions.has(key)
  }

  /** Stores the position in an entry, unless its page was never shown. */
  leave(key: unknown, x: number, y: number): void {
    if (this.#settled) this.keep(key, x, y)
    this.#settled = false
  }

  keep(key: unknown, x: number, y: number): void {
    this.#positions.delete(key)
    this.#positions.set(key, [x, y])
    const [oldest] = this.#positions.keys()
    if (this.#positions.size > MAX_ENTRIES) this.#positions.delete(oldest)
  }

  /** Passes a visit on. Once its page is shown, its position counts. */
  async show(visit: Visit, visitor: Visitor | undefined): Promise<NavigationOutcome> {
    const outcome = (await visitor?.visit(visit)) ?? 'superseded'
    this.#settled ||= outcome !== 'superseded'
    return outcome
  }

  /** Scrolls to the stored position. @returns False if there is none. */
  restore(key: unknown): boolean {
    const position = this.#positions.get(key)
    if (position) window.scrollTo(...position)
    return position !== undefined
  }
}
