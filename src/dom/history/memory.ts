// A history without URLs: for tests, and for a router inside of another's page.

import type { GoOptions, History, NavigationOutcome, Visit, Visitor } from './history.ts'

/** A history with its own buttons. */
export interface MemoryHistory extends History {
  /** How many entries there are. */
  readonly length: number
  /** Goes back (-1) or forward (1) by some entries; outside of them nothing happens. */
  traverse(delta: number): Promise<NavigationOutcome>
}

interface HistoryEntry {
  readonly state: string
  readonly historyState?: unknown
}

/** Makes a history that begins at a state. */
export function memoryHistory(first = ''): MemoryHistory {
  let entries: readonly HistoryEntry[] = [{ state: first }]
  let index = 0
  let newest = new AbortController()
  let visitor: Visitor | undefined

  function report(
    type: Visit['type'],
    entry: HistoryEntry,
    next: readonly HistoryEntry[],
    at: number,
  ): Promise<NavigationOutcome> {
    if (!visitor) return Promise.resolve('superseded')
    newest.abort()
    newest = new AbortController()
    const { signal } = newest
    const before = { entries, index }
    let committed = false
    const commit = async () => {
      if (!committed && !signal.aborted) {
        entries = next
        index = at
      }
      committed = true
    }
    const held = type !== 'load' && type !== 'resume' && visitor.holds(entry.state)
    if (!held) void commit()
    const outcome = visitor.visit({
      ...{ state: entry.state, anchor: null, type, signal, animated: false, commit },
      replace(state) {
        void commit()
        entries = entries.with(at, { ...entry, state })
      },
      async cancel() {
        if (committed) ({ entries, index } = before)
        committed = true
      },
      scroll() {},
    })
    // A visit that is never held back commits in the end, whatever its outcome.
    void outcome.then(commit)
    return outcome
  }

  return {
    embedded: true,
    read: () => entries[index]?.state ?? '',
    get historyState() {
      return entries[index]?.historyState
    },
    get length() {
      return entries.length
    },
    go(state, { replace, historyState }: GoOptions) {
      const entry = { state, historyState }
      const same = replace || state === entries[index]?.state
      return same
        ? report('replace', entry, entries.with(index, entry), index)
        : report('push', entry, [...entries.slice(0, index + 1), entry], index + 1)
    },
    resume: () => report('resume', entries[index] as HistoryEntry, entries, index),
    traverse(delta) {
      const entry = entries[index + delta]
      return entry
        ? report('traverse', entry, entries, index + delta)
        : Promise.resolve('superseded')
    },
    listen(given) {
      visitor = given
      void report('load', entries[index] as HistoryEntry, entries, index)
      return () => {
        visitor = undefined
        newest.abort()
      }
    },
  }
}
