// Loads the heads of pages one after another, for llms.txt and the feed. The data source has other
// clients.

import { headOf, type OpenedApp, type SiteState } from '../../site/site-states.ts'

/** For all heads of a file. */
export const HEADS_TIMEOUT_MS = 20_000

export type ListedState = Pick<SiteState, 'page' | 'state' | 'says'>

export type ListedHead = NonNullable<SiteState['says']>

/** @returns As `headOf`; undefined also after the signal. */
export async function headsOf(
  apps: readonly OpenedApp[],
  states: readonly ListedState[],
  signal: AbortSignal,
): Promise<(ListedHead | null | undefined)[]> {
  // Loaders may ignore the signal.
  const aborted = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined))
  })
  const heads: (ListedHead | null | undefined)[] = []
  for (const { page, state, says } of states) {
    const app = apps.find((one) => one.page === page)
    const head = !app || signal.aborted ? undefined : headOf(app, state, signal)
    heads.push(app ? await Promise.race([head?.catch(() => undefined), aborted]) : says)
  }
  return heads
}
