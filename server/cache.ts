// Keeps answers: bounded in bytes, one making per key at a time, stale while a new one is made.
// In: a key, and how its answer is made. Out: an answer with its age. What is missing (404, 410) and what
// failed is kept apart and for seconds only, so that a flood of either pushes out nothing else.
//
// RFC 5861: stale-while-revalidate (3), stale-if-error (4). Ages are by a clock that never jumps.

import { LRUCache } from 'lru-cache'
import { after, type Soon } from './after.ts'
import type { Entry } from './entry.ts'
import { type Address, addressOf, type Stored, type Tier } from './tier.ts'

/** An answer that was just made. */
export interface Made {
  /** `failed` is remembered for a moment, `refused` is not: the next request tries again. */
  readonly kind: 'page' | 'missing' | 'failed' | 'refused'
  readonly entry: Entry
  /** For how many ms it is fresh; only of a page. */
  readonly maxAge: number
}

/** Where an answer came from. */
export type Source = 'hit' | 'stale' | 'shared' | 'rendered' | 'waited' | 'negative'

/** An answer from the cache. */
export interface Served {
  readonly entry: Entry
  readonly kind: Made['kind']
  readonly source: Source
  readonly maxAge: number
  /** ms since it was made */
  readonly age: number
}

/** Makes an answer. */
export type Make = () => Soon<Made>

/** Settings of a cache. Times in ms. */
export interface CacheOptions {
  readonly bytes: number
  /** For how long after its time a page may still be answered. */
  readonly staleFor: number
  readonly tiers?: readonly Tier[]
  /** Default: the process's monotonic clock. */
  readonly now?: () => number
}

/** Which pages to forget; what is left out is any. */
export interface Purge {
  readonly page?: string
  readonly state?: string
  /** What the states begin with. */
  readonly prefix?: string
}

/** See the head of this file. */
export interface Cache {
  /**
   * Gives an answer, at once when there is one; rejects as `make` does.
   *
   * @param time What its clock says, if that is known already.
   */
  get(address: Address, make: Make, time?: number): Soon<Served>
  /** Forgets pages here and, where it can be told which, in the tiers. @returns How many were here. */
  purge(which: Purge): number
  /** Bytes and number of what is kept. */
  readonly size: { readonly bytes: number; readonly entries: number }
}

interface Kept extends Made {
  readonly address: Address
  readonly madeAt: number
  readonly freshUntil: number
  readonly size: number
}

interface Flight {
  readonly address: Address
  readonly landed: Promise<Served>
  purged: boolean
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
  const kept = (maxSize: number) =>
    new LRUCache<string, Kept>({
      maxSize: Math.max(1, Math.floor(maxSize)),
      sizeCalculation: (one, key) => one.size + 2 * key.length,
    })
  const pages = kept(bytes)
  const negatives = kept(bytes / 16)
  const flights = new Map<string, Flight>()

  function serve(one: Kept, source: Source, time = now()): Served {
    const { entry, kind, maxAge, madeAt } = one
    return { entry, kind, maxAge, source, age: time - madeAt }
  }

  function keep(address: Address, made: Made, age: number, lasts: number): Kept {
    const madeAt = now() - age
    const freshUntil = madeAt + lasts * (1 - JITTER * Math.random())
    const one = { ...made, address, madeAt, freshUntil, size: made.entry.bytes }
    const { kind } = made
    if (kind === 'page') negatives.delete(address.key)
    if (kind === 'missing' || (kind === 'page' && lasts === 0)) pages.delete(address.key)
    if (lasts > 0) (kind === 'page' ? pages : negatives).set(address.key, one)
    return one
  }

  const keepStored = (address: Address, { entry, maxAge, age }: Stored): Kept =>
    keep(address, { kind: 'page', entry, maxAge }, age, maxAge)

  async function fetchShared(address: Address): Promise<Stored | undefined> {
    for (const tier of tiers) {
      const found = await tier.get(address)
      if (found !== undefined && found.age < found.maxAge + staleFor) return found
    }
    return undefined
  }

  function fly(flight: Pick<Flight, 'address' | 'purged'>, make: Make, old: Kept | undefined) {
    const shared = tiers.length === 0 ? undefined : fetchShared(flight.address)
    return after(shared, (found): Soon<Served> => {
      if (found && found.age < found.maxAge && !flight.purged) {
        return serve(keepStored(flight.address, found), 'shared')
      }
      return after(make(), (made) => land(flight, made, found, old))
    })
  }

  function land(
    { address, purged }: Pick<Flight, 'address' | 'purged'>,
    made: Made,
    shared: Stored | undefined,
    old: Kept | undefined,
  ): Served {
    if (made.kind === 'failed' || made.kind === 'refused') {
      const last = old ?? (shared && keepStored(address, shared))
      if (last && !purged) {
        // The old one for another moment, so that not every request of an outage tries again.
        if (made.kind === 'failed')
          pages.set(address.key, { ...last, freshUntil: now() + FAILED_FOR })
        return serve(last, 'stale')
      }
      const lasts = made.kind === 'failed' && !purged ? FAILED_FOR : 0
      return serve(keep(address, made, 0, lasts), 'rendered')
    }
    const page = made.kind === 'page'
    const lasts = page ? made.maxAge : MISSING_FOR
    const one = keep(address, made, 0, purged ? 0 : lasts)
    for (const tier of purged ? [] : tiers) {
      if (page && lasts > 0) tier.put?.(address, { entry: made.entry, maxAge: made.maxAge, age: 0 })
      else tier.drop?.(address)
    }
    return serve(one, 'rendered')
  }

  /** What is there at once, such as a refusal, is nothing that others could wait for. */
  function launch(address: Address, make: Make, old: Kept | undefined): Soon<Served> {
    const flight = { address, purged: false }
    const landed = fly(flight, make, old)
    if (!(landed instanceof Promise)) return landed
    const whole: Flight = Object.assign(flight, {
      landed: landed.finally(() => {
        if (flights.get(address.key) === whole) flights.delete(address.key)
      }),
    })
    flights.set(address.key, whole)
    return whole.landed
  }

  /** An encoding may have been added since it was weighed. */
  function weigh(one: Kept): void {
    const size = one.entry.bytes
    if (one.size !== size) pages.set(one.address.key, { ...one, size })
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
      const under = flights.get(key)
      if (old) {
        // Whoever waits for it is told; here there is nobody.
        if (!under) Promise.resolve(launch(address, make, old)).catch(() => undefined)
        return serve(old, 'stale', time)
      }
      if (under) return under.landed.then((served) => ({ ...served, source: 'waited' }))
      return launch(address, make, undefined)
    },
    purge({ page, state, prefix }) {
      const meant = ({ address }: { address: Address }) =>
        (page === undefined || address.page === page) &&
        (state === undefined || address.state === state) &&
        (prefix === undefined || address.state.startsWith(prefix))
      const drop = (address: Address) =>
        tiers.forEach((tier) => {
          tier.drop?.(address)
        })
      // The tiers may have a page that is not here.
      if (page !== undefined && state !== undefined) drop(addressOf(page, '', state))
      let count = 0
      for (const store of [pages, negatives]) {
        for (const [key, one] of [...store.entries()]) {
          if (!meant(one)) continue
          store.delete(key)
          drop(one.address)
          count += 1
        }
      }
      for (const [key, flight] of flights) {
        if (!meant(flight)) continue
        flight.purged = true
        flights.delete(key)
      }
      return count
    },
    get size() {
      return {
        bytes: pages.calculatedSize + negatives.calculatedSize,
        entries: pages.size + negatives.size,
      }
    },
  }
}
