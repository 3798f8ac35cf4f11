// What is said of an error in a log: its stack, where the sources are, or whatever can be made text of.

import { mapStack } from '../diagnostics/source-maps.ts'

/** An error as text for the log; what was thrown may not even let itself be looked at. */
export function describe(error: unknown): string {
  try {
    return error instanceof Error ? mapStack(error.stack ?? String(error)) : String(error)
  } catch {
    return 'something was thrown that cannot be made text of'
  }
}
