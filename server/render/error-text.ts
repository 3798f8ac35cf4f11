// What is said of an error in a log: its stack, where the sources are, or whatever can be made text of; and what of Chromium's
// this Node lacks, where the error comes of that.

import { missingBuiltIn } from '../diagnostics/missing-built-in.ts'
import { mapStack } from '../diagnostics/source-maps.ts'

/** An error as text for the log; what was thrown may not even let itself be looked at. */
export function describe(error: unknown): string {
  try {
    return error instanceof Error ? described(error) : String(error)
  } catch {
    return 'something was thrown that cannot be made text of'
  }
}

function described(error: Error): string {
  const stack = mapStack(error.stack ?? String(error))
  const missing = missingBuiltIn(String(error.message))
  // Beside the message, as some logs show no more than that.
  return missing === undefined ? stack : stack.replace(/$|(?=\n)/, () => ` (${missing})`)
}
