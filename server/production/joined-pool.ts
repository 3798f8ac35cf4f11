// Two pools as one: that of the pages that have tables, and that of the adopted ones. In: orders. Out: the answer of whose page it
// is. With one of them alone it is that one.

import type { Pool } from '../pool/pool.ts'
import type { AdoptedSites } from './adopted-sites.ts'

/** Joins them. */
export function joinPools(tables: Pool | undefined, adopted: AdoptedSites | undefined): Pool {
  if (adopted === undefined) return tables as Pool
  if (tables === undefined) return adopted.pool
  const { pool, has } = adopted
  const of = (page: string) => (has(page) ? pool : tables)
  return {
    render: (order) => of(order.page).render(order),
    get waiting() {
      return tables.waiting + pool.waiting
    },
    // One of them without workers is half a site.
    get ready() {
      return Math.min(tables.ready, pool.ready) === 0 ? 0 : tables.ready + pool.ready
    },
    close: () => Promise.all([tables.close(), pool.close()]).then(() => undefined),
  }
}

/** Ends a pool before an error goes on. */
export const closing =
  (pool: Pool | undefined) =>
  async (error: unknown): Promise<never> => {
    await pool?.close()
    throw error
  }
