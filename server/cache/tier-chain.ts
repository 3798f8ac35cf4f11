// Combines the tiers of a cache: reads them in order until one has the page, and writes a new page
// to them.

import type { CacheKey } from './cache-key.ts'
import type { Stored, Tier } from './tier.ts'

/** Each tier's generation from before the render. A tier that was not read gets no page. */
export type Generations = ReadonlyMap<Tier, string>

export interface Shared {
  readonly page?: Stored
  readonly generations: Generations
}

/** Looks for a page that is stale for at most `staleFor` ms. */
export async function readTiers(
  tiers: readonly Tier[],
  address: CacheKey,
  staleFor: number,
): Promise<Shared> {
  const generations = new Map<Tier, string>()
  for (const tier of tiers) {
    const { page, generation } = await tier.get(address)
    if (generation !== undefined) generations.set(tier, generation)
    if (page && page.age < page.maxAge + staleFor) return { page, generations }
  }
  return { generations }
}

/** Writes a page to the tiers that were read before the render. */
export function storeInTiers(generations: Generations, address: CacheKey, page: Stored): void {
  for (const [tier, generation] of generations) tier.put?.(address, page, generation)
}
