/**
 * Detects pages that show far less text than others of their route: after an error, such a page may
 * be incomplete. Remembers a few lengths per route.
 */

/** The median covers this many recent pages. */
const SIBLINGS = 16

/** Fewer pages prove nothing about a route. */
const LEAST = 4

/** A page is thin below this share of the median. */
const SHARE = 1 / 4

const MAX_ROUTES = 1_000

export interface ThinPages {
  /** Records the text length of a page without errors. */
  learn(route: string, length: number): void
  /** @returns The median if a page of this length is thin. */
  thinBeside(route: string, length: number): number | undefined
}

export function createThinPages(): ThinPages {
  const known = new Map<string, number[]>()

  return {
    learn(route, length) {
      const lengths = known.get(route) ?? []
      if (!known.has(route) && known.size >= MAX_ROUTES) {
        const [oldest] = known.keys()
        if (oldest !== undefined) known.delete(oldest)
      }
      known.set(route, lengths)
      lengths.push(length)
      if (lengths.length > SIBLINGS) lengths.shift()
    },
    thinBeside(route, length) {
      const lengths = known.get(route) ?? []
      if (lengths.length < LEAST) return undefined
      const sorted = lengths.toSorted((one, other) => one - other)
      const median = sorted[Math.floor(sorted.length / 2)] as number
      return length < median * SHARE ? median : undefined
    },
  }
}
