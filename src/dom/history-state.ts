// What an app keeps with an entry of the history. In: any value. Out: nothing, or an error that says what
// to do: each history would fail in a way of its own, and some without a word.

import { fault } from '../diagnostics.ts'

/** @throws {TypeError} When the value cannot be kept: functions, elements, class instances with such in them. */
export function checkHistoryState(historyState: unknown, state: string): void {
  try {
    structuredClone(historyState)
  } catch (cause) {
    throw fault('HB014', [state, cause])
  }
}
