// Errors with stable codes. In: a code, the names and values at fault. Out: an error of the class that fits, whose message has
// all of them. The sentences are in texts.ts, which Node and development load; a browser in production is spared them and says
// the code and the values. `npx hashbang explain HB002`, or docs/errors.md, has what, why and fix of each code.

import type { TEXTS } from './texts.ts'

/** A code of an error of this package's core. */
export type Code = keyof typeof TEXTS

/** Writes a message. */
let write = (code: Code, values: readonly unknown[]): string => `${code}: ${values.join(', ')}`

/** From here on messages are written so. */
export function writeMessages(writer: typeof write): void {
  write = writer
}

/** The message of an error. */
export const messageOf: typeof write = (code, values) => write(code, values)

/** Makes an error. */
export const fault = (
  code: Code,
  values: readonly unknown[],
  Kind: ErrorConstructor | TypeErrorConstructor | RangeErrorConstructor = TypeError,
): Error & { readonly code: Code } => Object.assign(new Kind(write(code, values)), { code })
