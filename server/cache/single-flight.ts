// One making per key at a time; all who ask meanwhile get what it lands with. In: a key, how its answer is made. Out: the
// answer. A flight can be grounded, as by a purge: it still lands for those who wait, and nobody else joins it.

import type { MaybePromise } from '../http/maybe-promise.ts'
import type { CacheKey } from './tier.ts'

/** A making under way. */
export interface Flight {
  readonly address: CacheKey
  /** Whether what it lands with is not to be kept. */
  readonly isGrounded: boolean
}

/** Makings by key. */
export interface SingleFlight<T> {
  /** What a making of this key will land with, if one is under way. */
  under(key: string): Promise<T> | undefined
  /** Begins one. What is there at once, such as a refusal, is nothing that others could wait for. */
  launch(address: CacheKey, fly: (flight: Flight) => MaybePromise<T>): MaybePromise<T>
  /** Lets nothing be kept of what is under way. */
  ground(isMeant: (address: CacheKey) => boolean): void
}

/** Makes an empty set of them. */
export function createSingleFlight<T>(): SingleFlight<T> {
  const flights = new Map<
    string,
    { answered: Promise<T>; flight: Flight & { isGrounded: boolean } }
  >()
  return {
    under: (key) => flights.get(key)?.answered,
    launch(address, fly) {
      const flight = { address, isGrounded: false }
      const flown = fly(flight)
      if (!(flown instanceof Promise)) return flown
      const { key } = address
      const answered = flown.finally(() => {
        if (flights.get(key)?.flight === flight) flights.delete(key)
      })
      flights.set(key, { answered, flight })
      return answered
    },
    ground(isMeant) {
      for (const [key, { flight }] of flights) {
        if (!isMeant(flight.address)) continue
        flight.isGrounded = true
        flights.delete(key)
      }
    },
  }
}
