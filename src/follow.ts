// Resolves a state to its final page. Never rejects: a redirect loop is the failure page.

import { fault } from './diagnostics.ts'
import type { Aborted, Page, ResolveOptions } from './resolution.ts'
import type { AnyTable } from './table.ts'

/** Most redirects before they count as a loop. */
const MAX_REDIRECTS = 10

/** Where redirects led. */
export interface Followed {
  readonly page: Page | Aborted
  /** 301 when every redirect on the way was for good, else 302; null when there was none. */
  readonly status: 301 | 302 | null
}

/** Resolves a state and the states that it redirects to. */
export async function follow(
  table: AnyTable,
  state: string,
  options: ResolveOptions,
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
