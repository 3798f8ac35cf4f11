// Keeps answers: bounded in bytes, one making per key at a time, stale while a new one is made.
// In: a key, and how its answer is made. Out: an answer with its age. What is missing (404, 410) and what
// failed is kept apart and for seconds only, so that a flood of either pushes out nothing else. What was
// begun before a purge is not kept.
//
// RFC 5861: stale-while-revalidate (3), stale-if-error (4). Ages are by a clock that never jumps.

import { tagsOf } from '../http/cache-tags.ts'
import { andThen, type MaybePromise } from '../http/maybe-promise.ts'
import type { Source } from '../observe/events.ts'
import type { Reused } from '../pool/protocol.ts'
import type { Made, Make, Served } from './cached-response.ts'
import { createProvisional } from './provisional.ts'
import { isPurged, type Purge, type Purged } from './purge.ts'
import { createSegments } from './segmented-lru.ts'
import { createSingleFlight, type Flight } from './single-flight.ts'
import type { CacheKey, Tier } from './tier.ts'
import { askTiers, type Generations, giveTiers, type Shared } from './tier-chain.ts'

/** Settings of a cache. Times in ms. */
export interface CacheOptions {
  readonly bytes: number
  /** For how long after its time a page may still be answered. */
  readonly staleFor: number
  readonly tiers?: readonly Tier[]
  /** Default: the process's monotonic clock. */
  readonly now?: () => number
}

/** See the head of this file. */
export interface Cache {
  /**
   * Gives an answer, at once when there is one; rejects as `make` does.
   *
   * @param time What its clock says, if that is known already.
   */
  get(address: CacheKey, make: Make, time?: number): MaybePromise<Served>
  /** Forgets pages. Once it resolves, nothing is answered that was made or begun before it. Never rejects. */
  purge(which: Purge): Promise<Purged>
  /** Forgets, here and in the tiers, what pages that stay loaded have made of a group. @returns How many. */
  recall(group: string): number
  /** Takes what this page has made for proven: the tiers may have it. */
  confirm(by: Reused): void
  readonly size: { readonly bytes: number; readonly entries: number }
}

interface Kept extends Made {
  readonly address: CacheKey
  readonly madeAt: number
  readonly freshUntil: number
  readonly size: number
  /** What the tiers said before it was made. */
  readonly generations?: Generations
}

/** For how long what is missing and what failed is remembered. */
const MISSING_FOR = 10_000
const FAILED_FOR = 2000

/** Pages of one moment must not all end in one moment: each lives up to this share shorter. */
const JITTER = 0.1

/** Makes a cache. */
export function createCache({
  bytes,
  staleFor,
  tiers = [],
  now = () => performance.now(),
}: CacheOptions): Cache {
  const pages = createSegments<Kept>(bytes)
  const negatives = createSegments<Kept>(bytes / 16)
  const flights = createSingleFlight<Served>()
  const provisional = createProvisional()

  function serve(one: Kept, source: Source, time = now()): Served {
    const { entry, kind, maxAge, madeAt } = one
    const age = time - madeAt
    return { entry, kind, maxAge, source, age, provisional: provisional.has(one) }
  }

  function keep(
    address: CacheKey,
    made: Made & Pick<Kept, 'generations'>,
    age: number,
    lasts: number,
  ): Kept {
    const madeAt = now() - age
    const freshUntil = madeAt + lasts * (1 - JITTER * Math.random())
    const one = { ...made, address, madeAt, freshUntil, size: made.entry.bytes }
    const { kind } = made
    if (kind === 'page') negatives.delete(address.key)
    if (kind === 'missing' || (kind === 'page' && lasts === 0)) pages.delete(address.key)
    if (lasts > 0 && !address.once) (kind === 'page' ? pages : negatives).set(address.key, one)
    return one
  }

  function fly(flight: Flight, make: Make, old: Kept | undefined) {
    const { address } = flight
    const asked =
      tiers.length === 0 || address.once
        ? { generations: new Map() }
        : askTiers(tiers, address, staleFor)
    return andThen(asked, (shared): MaybePromise<Served> => {
      const found = shared.page
      if (found && found.age < found.maxAge && !flight.isGrounded) {
        return serve(keep(address, { ...found, kind: 'page' }, found.age, found.maxAge), 'shared')
      }
      return andThen(make(), (made) =>
        // Recalled while it was on its way here: its views are used no more.
        provisional.isRecalled(made)
          ? andThen(make(), (again) => land(flight, again, shared, old))
          : land(flight, made, shared, old),
      )
    })
  }

  function land(
    { address, isGrounded }: Flight,
    made: Made,
    { page: stored, generations }: Shared,
    old: Kept | undefined,
  ): Served {
    if (made.kind === 'failed' || made.kind === 'refused') {
      const own = old && !provisional.isRecalled(old) ? old : undefined
      const other = stored && { ...stored, kind: 'page' as const }
      const last = isGrounded
        ? undefined
        : (own ?? (other && keep(address, other, other.age, other.maxAge)))
      if (last) {
        // The old one for another moment, so that not every request of an outage tries again.
        if (made.kind === 'failed')
          pages.set(address.key, { ...last, freshUntil: now() + FAILED_FOR })
        return serve(last, 'stale')
      }
      const lasts = made.kind === 'failed' && !isGrounded ? FAILED_FOR : 0
      return serve(keep(address, made, 0, lasts), 'rendered')
    }
    const { kind, entry, maxAge } = made
    const lasts = kind === 'page' ? maxAge : MISSING_FOR
    const one = keep(address, { ...made, generations }, 0, isGrounded ? 0 : lasts)
    if (isGrounded || address.once || provisional.has(one)) return serve(one, 'rendered')
    if (kind === 'page' && maxAge > 0) giveTiers(generations, address, { entry, maxAge, age: 0 })
    else for (const tier of tiers) tier.drop?.(address)
    return serve(one, 'rendered')
  }

  const launch = (address: CacheKey, make: Make, old: Kept | undefined): MaybePromise<Served> =>
    flights.launch(address, (flight) => fly(flight, make, old))

  /** An encoding may have been added since it was weighed. */
  function weigh(one: Kept): void {
    const size = one.entry.bytes
    if (one.size !== size) pages.set(one.address.key, { ...one, size })
  }

  function forget(which: Purge): number {
    let count = 0
    for (const store of [pages, negatives]) {
      for (const { address, kind, entry } of store.values()) {
        if (!isPurged(which, address, kind === 'page' ? tagsOf(entry) : undefined)) continue
        store.delete(address.key)
        count += 1
      }
    }
    flights.ground((address) => isPurged(which, address))
    return count
  }

  for (const tier of tiers) {
    tier.watch?.((which, at) => {
      forget(which)
      for (const other of tiers) if (other !== tier) void other.purge?.(which, at)
    })
  }

  return {
    get(address, make, time = now()) {
      const { key } = address
      const page = pages.get(key)
      const old = page && time < page.madeAt + page.maxAge + staleFor ? page : undefined
      if (old) weigh(old)
      if (old && time < old.freshUntil) {
        return serve(old, time < old.madeAt + old.maxAge ? 'hit' : 'stale', time)
      }
      const negative = negatives.get(key)
      if (negative && time < negative.freshUntil) return serve(negative, 'negative', time)
      const under = flights.under(key)
      if (old) {
        // Whoever waits for it is told; here there is nobody.
        if (!under) Promise.resolve(launch(address, make, old)).catch(() => undefined)
        return serve(old, 'stale', time)
      }
      if (under) return under.then((one) => ({ ...one, source: 'waited' }))
      return launch(address, make, undefined)
    },
    recall(group) {
      const others = provisional.recall(group)
      const mine = pages.values().filter(({ reused }) => reused?.group === group)
      for (const { address } of mine) pages.delete(address.key)
      const all = new Map(
        [...others, ...mine.map((one) => one.address)].map((one) => [one.key, one]),
      )
      for (const address of all.values()) for (const tier of tiers) tier.drop?.(address)
      flights.ground(({ key }) => all.has(key))
      return mine.length
    },
    confirm(by) {
      for (const one of pages.values()) {
        if (!provisional.confirm(one, by)) continue
        const { generations, address, entry, maxAge, madeAt } = one
        if (generations) giveTiers(generations, address, { entry, maxAge, age: now() - madeAt })
      }
    },
    async purge(which) {
      const count = forget(which)
      let complete = true
      // The last first: who hears of it from one tier, and forgets, must not find the old page in a tier behind that.
      for (const tier of tiers.toReversed()) {
        if ((await tier.purge?.(which)) === false) complete = false
      }
      // Until now, a tier may have given what it was about to forget.
      if (tiers.length > 0) forget(which)
      return { count, complete }
    },
    get size() {
      return { bytes: pages.bytes + negatives.bytes, entries: pages.count + negatives.count }
    },
  }
}
