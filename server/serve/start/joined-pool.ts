// Joins the pool of the pages with tables and the pool of the adopted pages.

import type { Pool } from '../../snapshot/pool/pool.ts'
import type { AdoptedSites } from './adopted-sites.ts'

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
    // If one pool has no workers, half of the site is down.
    get ready() {
      return Math.min(tables.ready, pool.ready) === 0 ? 0 : tables.ready + pool.ready
    },
    get isFull() {
      return tables.isFull && pool.isFull
    },
    close: () => Promise.all([tables.close(), pool.close()]).then(() => undefined),
  }
}

/** Closes a pool before an error propagates. */
export const closing =
  (pool: Pool | undefined) =>
  async (error: unknown): Promise<never> => {
    await pool?.close()
    throw error
  }
