// States as they are kept, whichever way somebody who purges spells them. In: a purge. Out: the same, of each way in which a page may
// have written the state: its route puts keys in order and leaves defaults out.

import type { Table } from '../../src/define-routes.ts'
import { canonicalState } from '../../src/state.ts'
import type { Purge, Purged } from '../cache/purge.ts'
import { readState } from '../handler/parse-request.ts'

/** A page that states may be of. */
export interface SpelledPage {
  readonly table?: Table | undefined
}

/** Purges all spellings of a state. */
export const inAllSpellings =
  (pages: ReadonlyMap<string, SpelledPage>, purge: (which: Purge) => Promise<Purged>) =>
  async (which: Purge): Promise<Purged> => {
    const { page, prefix, state } = which
    // A prefix that ends within an escape is of somebody who knows how states are written.
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
