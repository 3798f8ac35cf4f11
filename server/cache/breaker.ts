// Work that another process does, which may be slow, down or full. In: commands. Out: what each gives, or undefined: it failed,
// or took too long, or is not tried for a while because several failed one after the other. Says once that it fails, and
// once that it works again.

import type { Observer } from '../observe/events.ts'

/** See the head of this file. Nothing of it rejects. */
export interface Breaker {
  /** Gives up on a command after `timeout` ms. Its late reply is taken by its own promise, so it is nobody else's. */
  attempt<T>(command: () => Promise<T>, timeout?: number): Promise<T | undefined>
  /** Says how it is, where that is known from elsewhere. */
  report(works: boolean, why: string): void
}

/** Settings of a breaker. Times in ms. */
export interface BreakerOptions {
  /** What the other is called. */
  readonly name: string
  /** How long a command may take that a request waits for. What may take longer is tried always. */
  readonly timeout: number
  readonly observe: Observer
}

/** After so many failures in a row, nothing is asked for so many ms. */
const FAILURES = 3
const PAUSE = 1000

/** Creates one. */
export function createBreaker({ name, timeout: usual, observe }: BreakerOptions): Breaker {
  let failures = 0
  let pausedUntil = 0
  let works = true

  function report(now: boolean, why: string): void {
    if (works === now) return
    works = now
    observe({ type: 'tier', name, works, why })
  }

  return {
    report,
    async attempt(command, timeout = usual) {
      if (timeout === usual && performance.now() < pausedUntil) return undefined
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<never>((_, reject) => {
        const give = () => reject(new Error(`no reply within ${timeout} ms`))
        // When it was this thread that was late, the reply is read first.
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
