// Runs one render per key at a time; concurrent requests share its result. After a purge, a running
// render still answers its waiting requests, but no new ones.

import type { CacheKey } from './cache-key.ts'

export interface Flight {
  readonly address: CacheKey
  /** Whether a purge covers it: its result must not be cached. */
  readonly wasPurged: boolean
}

export interface SingleFlight<T> {
  under(key: string): Promise<T> | undefined
  launch(address: CacheKey, fly: (flight: Flight) => Promise<T>): Promise<T>
  markPurged(isMeant: (address: CacheKey) => boolean): void
}

export function createSingleFlight<T>(): SingleFlight<T> {
  const flights = new Map<
    string,
    { answered: Promise<T>; flight: Flight & { wasPurged: boolean } }
  >()
  return {
    under: (key) => flights.get(key)?.answered,
    launch(address, fly) {
      const flight = { address, wasPurged: false }
      const { key } = address
      const answered = fly(flight).finally(() => {
        if (flights.get(key)?.flight === flight) flights.delete(key)
      })
      flights.set(key, { answered, flight })
      return answered
    },
    markPurged(isMeant) {
      for (const [key, { flight }] of flights) {
        if (!isMeant(flight.address)) continue
        flight.wasPurged = true
        flights.delete(key)
      }
    },
  }
}
