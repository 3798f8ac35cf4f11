/** Waits for what a page's own language starts on another thread, such as compiled WebAssembly. */
import { waitFor } from '../isolation/pending.ts'
import { giveAlways } from './give.ts'

/** @returns The promise, as one of the page's realm. */
export function counted(what: string, promise: Promise<unknown>): unknown {
  waitFor(
    what,
    promise.then(
      () => undefined,
      () => undefined,
    ),
  )
  return giveAlways(promise)
}
