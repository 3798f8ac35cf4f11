/**
 * Whether a page shows far less than others of its route: one that reported an error may have lost most of its content, and must
 * not be kept as if it were whole. In: routes and lengths of text. Out: the median that a page falls short of. It remembers
 * a few lengths for each route and nothing else.
 */

/** Of so many pages, the latest, the median is taken. */
const SIBLINGS = 16

/** Fewer say nothing of a route. */
const LEAST = 4

/** A page is thin when it shows less than this share of the median. */
const SHARE = 1 / 4

const MAX_ROUTES = 1_000

export interface ThinPages {
  /** Takes in what a page of the route shows that is in order. */
  learn(route: string, length: number): void
  /** @returns The median, if a page with that much text is thin beside it. */
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
