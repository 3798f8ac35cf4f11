// Creates errors with stable codes. docs/errors.md explains them.

import { messageOf } from './messages.ts'
import type { TEXTS } from './texts.ts'

export type Code = keyof typeof TEXTS

/** Creates an error. @param values The names and values at fault. */
export const fault = (
  code: Code,
  values: readonly unknown[],
  Kind: new (message: string) => Error = TypeError,
): Error & { readonly code: Code } => Object.assign(new Kind(messageOf(code, values)), { code })

/** Global property: in a worker a function that throws, as a snapshot has no router. */
export const REFUSE_START: unique symbol = Symbol.for('hashbang-router.start') as never
