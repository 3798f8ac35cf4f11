/** Tests replace it. */
export interface Clock {
  now(): number
  /** @returns A function that cancels it. */
  after(ms: number, callback: () => void): () => void
}

/** The process's clock. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms).unref()
    return () => clearTimeout(timer)
  },
}
