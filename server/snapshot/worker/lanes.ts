/**
 * Orders the jobs of a thread; their loaders overlap. A route whose loaders leave side effects runs
 * alone, so that no other loader sees them.
 */
export interface Lanes {
  /** Renders a page beside others, once all earlier pages that run alone have ended. */
  beside<T>(make: () => Promise<T>): Promise<T>
  /** Renders a page once all earlier pages have ended; later pages wait for it. */
  alone<T>(make: () => Promise<T>): Promise<T>
}

export function createLanes(): Lanes {
  const under = new Set<Promise<unknown>>()
  /** Settles when the last page that runs alone has ended. */
  let gate: Promise<unknown> = Promise.resolve()
  return {
    beside(make) {
      const mine = gate.then(make)
      const leave = () => under.delete(mine)
      under.add(mine)
      mine.then(leave, leave)
      return mine
    },
    alone(make) {
      const mine = Promise.allSettled([gate, ...under]).then(make)
      gate = mine.catch(() => undefined)
      return mine
    },
  }
}
