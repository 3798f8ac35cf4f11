// Waits until a painted page's views have settled, the signal is aborted, or time is up. Never
// rejects.

import type { HashbangOutlet } from './outlet.ts'

/** Most ms that views may delay the end of a navigation by `settled`. */
const SETTLE_MS = 3000

/** Resolves when the signal is aborted. */
export const aborted = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => signal.addEventListener('abort', resolve))

/** Waits for the views of an outlet. */
export async function settled(outlet: HashbangOutlet, signal: AbortSignal): Promise<unknown> {
  const pending = outlet.takePending()
  if (pending.length === 0) return
  const end = AbortSignal.any([signal, AbortSignal.timeout(SETTLE_MS)])
  return Promise.race([Promise.allSettled(pending), aborted(end)])
}
