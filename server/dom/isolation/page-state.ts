/**
 * Holds the state of the page that a worker makes: each module declares its part, which is made
 * when it is first used. A page that ends takes all of it along. Imported by all that has state.
 */

/**
 * `first`: the app is evaluated before all pages. `over`: between two pages, when only background
 * work may go on.
 */
type Stage = 'start' | 'first' | 'open' | 'over'

export class PageState {
  /** There is a state before the first page and between pages too. */
  static current = new PageState('start')
  /** How many parts the modules have declared. */
  static slots = 0

  readonly stage: Stage
  /** The same for all renders of a URL. */
  readonly seed: string
  readonly parts: unknown[] = []
  readonly #ends: (() => void)[] = []

  constructor(stage: Stage, seed = '') {
    this.stage = stage
    this.seed = seed
  }

  /** Ends the current page, and makes this one the current. */
  enter(): void {
    for (const end of PageState.current.#ends) end()
    PageState.current = this
  }

  /** Calls at the end, for parts that hold what would outlive the page, such as Node's timers. */
  atEnd(call: () => void): void {
    this.#ends.push(call)
  }
}

/** Declares a part of every page. @returns The current page's. */
export function perPage<T extends object>(make: (page: PageState) => T): () => T {
  const slot = PageState.slots++
  return () => {
    const page = PageState.current
    const existing = page.parts[slot] as T | undefined
    if (existing !== undefined) return existing
    const part = make(page)
    page.parts[slot] = part
    return part
  }
}

export const isPageOpen = (): boolean => PageState.current.stage === 'open'
