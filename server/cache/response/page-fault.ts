// Reads from a response whether its page was at fault. The cache and an export call it.

import type { PreparedResponse } from './prepared-response.ts'

/** The header with the fault of a page, if any. */
export const AT_FAULT = 'x-hashbang-at-fault'

/** Whether a page threw, lacks an answer or was not ready: an export keeps its last file. */
export const isFailed = (headers: Readonly<Record<string, unknown>>): boolean =>
  headers[AT_FAULT] === 'failed'

/** How long an expired page may be served, in ms. A page at fault is never served stale. */
export const staleTime = (
  { headers }: Pick<PreparedResponse, 'headers'>,
  staleFor: number,
): number => (headers[AT_FAULT] === undefined ? staleFor : 0)
