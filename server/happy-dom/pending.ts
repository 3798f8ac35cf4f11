/**
 * What a render is still waiting for. In: promises, each with a name for the log. Out: those that have not settled.
 * A promise belongs to the render that was under way when it came; the next begins with none.
 */

import { scope } from './context.ts'

export interface Pending {
  /** For the log: 'an update of <x-list>', 'a request of /data.json'. */
  readonly what: string
  /** Never rejects. */
  readonly promise: Promise<unknown>
}

let pending = new Set<Pending>()

/** Counts the promise as unfinished work of the page until it settles. */
export function waitFor(what: string, promise: Promise<unknown>): void {
  scope()?.job?.trace?.note(what, promise)
  const mine = pending
  const entry = { what, promise }
  const done = () => mine.delete(entry)
  mine.add(entry)
  promise.then(done, done)
}

export function pendingWork(): readonly Pending[] {
  return [...pending]
}

export function forgetPending(): void {
  pending = new Set()
}
