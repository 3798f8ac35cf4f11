// Waits for what views asked to be waited for. In: an outlet whose page is painted. Out: a promise that is
// kept when the page is whole, is of no interest any more, or has taken too long. Never rejects.

import type { HashbangOutlet } from './outlet.ts'

/** For how many ms views may hold the end of a navigation by `settled`. */
const SETTLE_MS = 3000

/** Kept when the signal is aborted. */
export const aborted = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => signal.addEventListener('abort', resolve))

/** Waits for the views of an outlet. */
export async function settled(outlet: HashbangOutlet, signal: AbortSignal): Promise<unknown> {
  const pending = outlet.takePending()
  if (pending.length === 0) return
  const end = AbortSignal.any([signal, AbortSignal.timeout(SETTLE_MS)])
  return Promise.race([Promise.allSettled(pending), aborted(end)])
}
