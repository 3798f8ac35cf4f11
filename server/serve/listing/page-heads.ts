// Loads the heads of pages one after another within a time limit. Nothing is urgent here, and the
// data source has other clients.

import { headOf, type OpenApp, type SiteState } from '../../site/site-states.ts'

/** Time limit for all heads of a file, in ms. */
export const HEADS_PATIENCE = 20_000

export type ListedState = Pick<SiteState, 'page' | 'state' | 'says'>

export type PageHead = NonNullable<SiteState['says']>

/** @returns See `headOf`; undefined also for one that is late. An adopted page's head is known. */
export async function headsOf(
  apps: readonly OpenApp[],
  states: readonly ListedState[],
  signal: AbortSignal,
): Promise<(PageHead | null | undefined)[]> {
  // Also ends loaders that ignore the signal.
  const late = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined))
  })
  const heads: (PageHead | null | undefined)[] = []
  for (const { page, state, says } of states) {
    const app = apps.find((one) => one.page === page)
    const head = !app || signal.aborted ? undefined : headOf(app, state, signal)
    heads.push(app ? await Promise.race([head?.catch(() => undefined), late]) : says)
  }
  return heads
}
