// Purges the cache first, then the CDN: in the other order, the CDN would fetch the old page again.

import type { Table } from '../../../src/table.ts'
import type { Cache } from '../../cache/cache.ts'
import { type Addresses, selectionOf } from '../../cache/cdn/selection.ts'
import type { Purge, Purged } from '../../cache/purge.ts'
import type { Readables } from '../../html/readable-links.ts'
import type { Observer } from '../../observe/events.ts'
import type { Cdn } from '../../site/cdn.ts'
import { inAllSpellings, type SpelledPage } from './all-spellings.ts'

/** Most purges on their way to the CDN. */
const MOST_UNDER_WAY = 100

export const addressesOf = (
  all: Readonly<Record<string, unknown>>,
  pages: ReadonlyMap<string, { readonly table?: Table | undefined }>,
  readables: Readables,
): ReadonlyMap<string, Addresses & SpelledPage> =>
  new Map(
    Object.keys(all).map((path) => {
      const table = pages.get(path)?.table
      return [path, { table, scheme: table?.scheme, readable: readables.get(path) }]
    }),
  )

/** Never rejects. */
export function purgeEverywhere(
  cache: Cache,
  cdn: Cdn | undefined,
  origin: string,
  pages: ReadonlyMap<string, Addresses & SpelledPage>,
  observe: Observer,
): (which: Purge) => Promise<Purged> {
  if (cdn === undefined) return inAllSpellings(pages, (which) => cache.purge(which))
  const { name } = cdn
  let underWay = 0
  let works = true

  async function purgeCdn(which: Purge): Promise<string | undefined> {
    if (underWay >= MOST_UNDER_WAY) return `${name} has ${underWay} purges to do already: try again`
    underWay += 1
    try {
      return await cdn?.purge(selectionOf(which, origin, pages))
    } catch (error) {
      return `${name}: ${error instanceof Error ? error.message : String(error)}`
    } finally {
      underWay -= 1
    }
  }

  return inAllSpellings(pages, async (which) => {
    const purged = await cache.purge(which)
    const fault = await purgeCdn(which)
    // Each failed request leaves pages in the CDN.
    if (fault !== undefined || !works) {
      works = fault === undefined
      observe({ type: 'tier', name, works, why: fault ?? '' })
    }
    return fault === undefined ? purged : { ...purged, complete: false, cdn: fault }
  })
}
