// Aborts a signal on the first SIGINT or SIGTERM, so that a command prints its partial result. The
// second one ends the process.

import { setImmediate } from 'node:timers/promises'
import { EXIT } from './terminal.ts'

export function interruption(): AbortSignal {
  const controller = new AbortController()
  const onSignal = () => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted)
    controller.abort()
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  return controller.signal
}

/** Yields after this many items: signals cannot interrupt a loop of microtasks. */
const HEARS_AFTER = 500

export async function* until<T>(
  signal: AbortSignal,
  items: AsyncIterable<T>,
): AsyncGenerator<T, void, undefined> {
  let count = 0
  try {
    for await (const item of items) {
      if (++count % HEARS_AFTER === 0) await setImmediate()
      if (signal.aborted) return
      yield item
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
