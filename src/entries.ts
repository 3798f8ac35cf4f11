// Enumerates a table's states. It is not a method, so that browsers do not load it.

import type { Values } from './candidate.ts'
import { inherited } from './page.ts'
import type { AnyTable, NamedRoute } from './table.ts'

/** A state that a table says it has. */
export interface TableEntry {
  /** The name of its route. */
  readonly name: string
  /** The canonical text after `#!`. */
  readonly state: string
  readonly lastModified?: Date
  /** False when the state is to be kept out of indexes, and so out of the sitemap. */
  readonly index: boolean
}

/** Whether a route has a state without any params and search. */
export const isAlone = ({ pattern, query }: Pick<NamedRoute, 'pattern' | 'query'>): boolean =>
  pattern.parts.every((part) => part.name === undefined || /[?*]/.test(part.modifier)) &&
  (!query ||
    (query.schemas.length === 0 &&
      query.codecs.every(([, codec]) => 'fallback' in codec || 'repeats' in codec)))

/**
 * Enumerates the states of the routes' `entries`, and of each page without params.
 *
 * @throws What an `entries` throws, RangeError for an entry that does not fit its pattern, and the
 * signal's reason.
 */
export async function* entries(
  { all, state }: AnyTable,
  given: { readonly context: unknown; readonly signal: AbortSignal },
): AsyncGenerator<TableEntry, void, undefined> {
  for (const { name, chain, pattern, query, page } of all.values()) {
    const last = chain.at(-1)?.options
    if (!page || last === undefined) continue
    const merged = inherited(chain)
    const index = merged.index !== false
    const alone = last.view !== undefined && isAlone({ pattern, query })
    for await (const entry of last.entries?.(given) ?? (alone ? [{}] : [])) {
      given.signal.throwIfAborted()
      const { params = {}, search = {}, lastModified = merged.lastModified } = entry
      yield {
        name,
        state: state(name, params as Values, { search: search as Values }),
        index,
        ...(lastModified === undefined ? {} : { lastModified: new Date(lastModified) }),
      }
    }
  }
}
