// A circuit breaker for commands to another process: pauses them after several failures or timeouts
// in a row. Reports once when commands start to fail, and once when they work again.

import type { Observer } from '../observe/events.ts'

/** Times in ms. */
export interface BreakerOptions {
  readonly name: string
  /** For commands that requests wait for. Those with a longer limit are never skipped. */
  readonly timeout: number
  readonly observe: Observer
}

/** Failures in a row before a pause, and its length in ms. */
const FAILURES = 3
const PAUSE = 1000

export function createBreaker({ name, timeout: usual, observe }: BreakerOptions) {
  let failures = 0
  let pausedUntil = 0
  let works = true

  /** Reports the other process's health when it is known from elsewhere. */
  function report(now: boolean, why: string): void {
    if (works === now) return
    works = now
    observe({ type: 'tier', name, works, why })
  }

  return {
    report,
    /** Gives up after `timeout` ms. Undefined: the command failed or was skipped. */
    async attempt<T>(command: () => Promise<T>, timeout = usual): Promise<T | undefined> {
      if (timeout === usual && performance.now() < pausedUntil) return undefined
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<never>((_, reject) => {
        const give = () => reject(new Error(`no reply within ${timeout} ms`))
        // If this thread itself was late, read the reply before giving up.
        timer = setTimeout(() => setImmediate(give), timeout)
      })
      try {
        const reply = await Promise.race([command(), late])
        failures = 0
        report(true, '')
        return reply
      } catch (error) {
        failures += 1
        if (failures >= FAILURES) pausedUntil = performance.now() + PAUSE
        report(false, error instanceof Error ? error.message || error.name : String(error))
        return undefined
      } finally {
        clearTimeout(timer)
      }
    },
  }
}
