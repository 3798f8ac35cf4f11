// Aborts a signal on the first SIGINT or SIGTERM, so that a command prints its partial result. The
// second one ends the process.

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

export async function* until<T>(
  signal: AbortSignal,
  items: AsyncIterable<T>,
): AsyncGenerator<T, void, undefined> {
  try {
    for await (const item of items) {
      if (signal.aborted) return
      yield item
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
