// The monotonic clock and the timers of the machine, behind an interface that tests can replace.

export interface Clock {
  now(): number
  /** Calls back once after `ms`. @returns A function that cancels it. */
  after(ms: number, callback: () => void): () => void
}

/** The machine's clock; its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms).unref()
    return () => clearTimeout(timer)
  },
}
