// Loads the heads of pages one after another within a time limit. Nothing is urgent here, and the
// data source has other clients.

import type { SiteState } from '../../site/states.ts'

/** Time limit for all heads of a file, in ms. */
export const HEADS_PATIENCE = 20_000

export type PageHead = NonNullable<SiteState['says']>

export type AskHead = (signal: AbortSignal) => Promise<PageHead | undefined> | PageHead | undefined

/** @returns Undefined for a page that fails or is late. */
export async function headsOf(
  pages: readonly AskHead[],
  signal: AbortSignal,
): Promise<(PageHead | undefined)[]> {
  // Also ends loaders that ignore the signal.
  const late = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined))
  })
  const heads: (PageHead | undefined)[] = []
  for (const page of pages) {
    const head = (async () => page(signal))().catch(() => undefined)
    heads.push(signal.aborted ? undefined : await Promise.race([head, late]))
  }
  return heads
}
