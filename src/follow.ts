// Resolves a state to its final page. Never rejects: a redirect loop is a failure.

import { fault } from './diagnostics.ts'
import type { Aborted, Page, ResolveOptions } from './page.ts'
import type { AnyTable } from './table.ts'

/** Most redirects before they count as a loop. */
const MAX_REDIRECTS = 10

export interface Followed {
  readonly page: Page | Aborted
  /** 301 if every redirect was for good, else 302; null without a redirect. */
  readonly status: 301 | 302 | null
}

export async function follow(
  table: AnyTable,
  state: string,
  options: ResolveOptions,
): Promise<Followed> {
  const chain = [state]
  let current = state
  let status: Followed['status'] = null
  for (;;) {
    const page = await table.resolve(current, options)
    if (page.type !== 'redirect') return { page, status }
    current = page.state
    chain.push(current)
    status = status === 302 ? 302 : page.status
    if (chain.length - 1 > MAX_REDIRECTS)
      return { page: await table.fail(state, fault('HB017', chain, Error)), status }
  }
}
