// A history without URLs, for tests and for a router inside of another's page.

import type { GoOptions, History, NavigationOutcome, Visit, Visitor } from './history.ts'

/** A history with its own buttons. */
export interface MemoryHistory extends History {
  /** The number of entries. */
  readonly length: number
  /** Goes back (-1) or forward (1) by some entries; no effect outside of them. */
  traverse(delta: number): Promise<NavigationOutcome>
}

interface HistoryEntry {
  readonly state: string
  readonly historyState?: unknown
}

interface Stack {
  readonly entries: readonly HistoryEntry[]
  readonly index: number
}

/**
 * Creates a history without an address, for tests and for a router inside of another page.
 *
 * @param first Its first state. Default: the empty one.
 */
export function memoryHistory(first = ''): MemoryHistory {
  return new StackHistory(first)
}

class StackHistory implements MemoryHistory {
  readonly embedded = true
  #stack: Stack
  #newest = new AbortController()
  #visitor: Visitor | undefined

  constructor(first: string) {
    this.#stack = { entries: [{ state: first }], index: 0 }
  }

  get #current(): HistoryEntry {
    return this.#stack.entries[this.#stack.index] as HistoryEntry
  }

  read(): string {
    return this.#current.state
  }

  get historyState(): unknown {
    return this.#current.historyState
  }

  get length(): number {
    return this.#stack.entries.length
  }

  go(state: string, { replace, historyState }: GoOptions): Promise<NavigationOutcome> {
    const { entries, index } = this.#stack
    const entry = { state, historyState }
    if (replace || state === this.read())
      return this.#report('replace', { entries: entries.with(index, entry), index })
    const next = [...entries.slice(0, index + 1), entry]
    return this.#report('push', { entries: next, index: index + 1 })
  }

  resume(): Promise<NavigationOutcome> {
    return this.#report('resume', this.#stack)
  }

  async traverse(delta: number): Promise<NavigationOutcome> {
    const { entries, index } = this.#stack
    if (!entries[index + delta]) return 'superseded'
    return this.#report('traverse', { entries, index: index + delta })
  }

  listen(visitor: Visitor): () => void {
    this.#visitor = visitor
    void this.#report('load', this.#stack)
    return () => {
      this.#visitor = undefined
      this.#newest.abort()
    }
  }

  async #report(type: Visit['type'], next: Stack): Promise<NavigationOutcome> {
    const visitor = this.#visitor
    if (!visitor) return 'superseded'
    this.#newest.abort()
    this.#newest = new AbortController()
    const { signal } = this.#newest
    const before = this.#stack
    const { index } = next
    const entry = next.entries[index] as HistoryEntry
    let committed = false
    const commit = async () => {
      if (!committed && !signal.aborted) this.#stack = next
      committed = true
    }
    const isHeld = type !== 'load' && type !== 'resume' && visitor.holds(entry.state)
    if (!isHeld) void commit()
    const outcome = await visitor.visit({
      state: entry.state,
      anchor: null,
      type,
      signal,
      animated: false,
      commit,
      replace: (state) => {
        void commit()
        const { entries } = this.#stack
        this.#stack = {
          entries: entries.with(index, { ...entry, state }),
          index: this.#stack.index,
        }
      },
      cancel: async () => {
        if (committed) this.#stack = before
        committed = true
      },
      scroll() {},
    })
    // A visit that is never held back commits in the end, whatever its outcome.
    void commit()
    return outcome
  }
}
