/**
 * The jobs of a thread, in the order in which they come. Their loaders overlap. A route whose loaders leave something on what pages
 * share is made alone, so that no other loader sees it.
 */
export interface Lanes {
  /** Makes a page beside others, as soon as those that came before it to be made alone have ended. */
  beside<T>(make: () => Promise<T>): Promise<T>
  /** Makes a page as soon as all that came before it have ended. Those that come later wait for it. */
  alone<T>(make: () => Promise<T>): Promise<T>
}

export function createLanes(): Lanes {
  const under = new Set<Promise<unknown>>()
  /** Settles when the last page that is made alone has ended. */
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
