// Ctrl-C for commands that have something to tell by then. In: the first SIGINT or SIGTERM. Out: a signal that is aborted, so
// that the command ends soon and prints what it has. The second one ends the process at once.

import { setImmediate } from 'node:timers/promises'
import { EXIT } from './terminal.ts'

/** Listens from now on. */
export function interruption(): AbortSignal {
  const controller = new AbortController()
  const hear = () => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted)
    controller.abort()
  }
  process.on('SIGINT', hear)
  process.on('SIGTERM', hear)
  return controller.signal
}

/** After so many items signals are heard: a loop of microtasks hears none. */
const HEARS_AFTER = 500

/** Gives the items until the signal is aborted. */
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
