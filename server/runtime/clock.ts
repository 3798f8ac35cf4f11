// Time as the pool knows it. In: nothing. Out: the machine's monotonic clock and its timers, behind an
// interface of two functions, so that a test can put its own in their place.

/** A clock. Times in ms. */
export interface Clock {
  now(): number
  /** Calls back once, that many ms from now. @returns What cancels it. */
  after(ms: number, callback: () => void): () => void
}

/** The machine's; its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms).unref()
    return () => clearTimeout(timer)
  },
}
