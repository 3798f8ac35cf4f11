// Expands a purge to every stored spelling of a state, because routes sort keys and omit defaults.

import { canonicalState } from '../../../src/state.ts'
import type { Table } from '../../../src/table.ts'
import type { Purge, Purged } from '../../cache/purge.ts'
import { readState } from '../handler/addresses.ts'

export interface SpelledPage {
  readonly table?: Table | undefined
}

export const inAllSpellings =
  (pages: ReadonlyMap<string, SpelledPage>, purge: (which: Purge) => Promise<Purged>) =>
  async (which: Purge): Promise<Purged> => {
    const { page, prefix, state } = which
    // A prefix with escapes is already in stored form.
    const isRaw = prefix !== undefined && !prefix.includes('%')
    const others = { ...which, ...(isRaw && { prefix: canonicalState(prefix) }) }
    if (state === undefined) return purge(others)
    const text = state.replace(/^#!/, '')
    const meant = [...pages].filter(([path]) => page === undefined || path === page)
    const kept = meant.map(([, { table }]) => readState(table, text).state)
    const states = new Set([canonicalState(text), ...kept])
    const done = await Promise.all([...states].map((one) => purge({ ...others, state: one })))
    const cdn = done.find((one) => one.cdn !== undefined)?.cdn
    return {
      count: done.reduce((sum, { count }) => sum + count, 0),
      complete: done.every(({ complete }) => complete),
      ...(cdn !== undefined && { cdn }),
    }
  }
