// Checks a value for a history entry, with one clear error: each history would fail differently,
// some silently.

import { fault } from '../diagnostics.ts'

/** @throws {TypeError} When the value cannot be kept: functions, elements, class instances. */
export function checkHistoryState(historyState: unknown, state: string): void {
  try {
    structuredClone(historyState)
  } catch (cause) {
    throw fault('HB014', [state, cause])
  }
}
