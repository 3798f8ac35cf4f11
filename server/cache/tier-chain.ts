// All tiers of a cache as one: asked in their order until one has a page, given what is made after that.
// In: an address, a page. Out: a page, and what each tier that was asked said of its purges.

import type { CacheKey, Stored, Tier } from './tier.ts'

/** What the tiers said before a page was made; one that was not asked is given nothing. */
export type Generations = ReadonlyMap<Tier, string>

/** What the tiers have. */
export interface Shared {
  readonly page?: Stored
  readonly generations: Generations
}

/** Asks for a page that may be answered, if it is stale for no longer than `staleFor` ms. */
export async function askTiers(
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

/** Gives a page to the tiers that were asked for it before it was made. */
export function giveTiers(generations: Generations, address: CacheKey, page: Stored): void {
  for (const [tier, generation] of generations) tier.put?.(address, page, generation)
}
