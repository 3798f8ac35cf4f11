/**
 * The jobs of a thread. Their loaders overlap. A route whose loaders leave something on what pages share is made alone, so that no
 * other loader sees it.
 */
export interface Lanes {
  /** Makes a page beside others, as soon as none is made alone or waits to be. */
  beside<T>(make: () => Promise<T>): Promise<T>
  /** Makes a page when all that are under way have ended. Those that come later wait for it. */
  alone<T>(make: () => Promise<T>): Promise<T>
}

export function createLanes(): Lanes {
  const running = new Set<Promise<unknown>>()
  let last: Promise<unknown> | undefined
  return {
    async beside(make) {
      while (last) await last
      const mine = make()
      running.add(mine)
      const leave = () => running.delete(mine)
      mine.then(leave, leave)
      return mine
    },
    alone(make) {
      const before = last
      const mine = (async () => {
        await before
        await Promise.allSettled(running)
        return make()
      })()
      const ended = mine
        .catch(() => undefined)
        .then(() => {
          if (last === ended) last = undefined
        })
      last = ended
      return mine
    },
  }
}
