// State -> the page that a reader ends up at: resolves, and follows redirects as far as a reader should.
// In: a table, state text, what loaders are given. Out: a page and how it was come to; a chain that does
// not end makes the failure page. Never rejects.

import type { Table } from './define-routes.ts'
import { fault } from './diagnostics.ts'
import type { Aborted, Page, ResolveOptions } from './page.ts'
import type { Routes } from './route.ts'
import type { ContextOf } from './table-types.ts'

/** How many redirects a reader follows before they are taken for a loop. */
const MAX_REDIRECTS = 10

/** Where redirects led. */
export interface Followed {
  readonly page: Page | Aborted
  /** 301 when every redirect on the way was for good, else 302; null when there was none. */
  readonly status: 301 | 302 | null
}

/** Resolves a state and the states that it redirects to. */
export async function follow<T extends Routes>(
  table: Table<T>,
  state: string,
  options: ResolveOptions<ContextOf<T>>,
): Promise<Followed> {
  const chain = [state]
  let at = state
  let status: Followed['status'] = null
  for (;;) {
    const page = await table.resolve(at, options)
    if (page.type !== 'redirect') return { page, status }
    at = page.state
    chain.push(at)
    status = status === 302 ? 302 : page.status
    if (chain.length - 1 > MAX_REDIRECTS) {
      return { page: await table.fail(state, fault('HB017', chain, Error)), status }
    }
  }
}
