/**
 * SIDE EFFECT: importing this module installs a happy-dom window as the globals of this thread, with all fixes of `dom/`.
 * Import it before anything that reads `HTMLElement` or `document`, and never in a thread that is not a snapshot worker.
 * Out: `begin` and `end` of a render, and what the render left to tell. Nothing of one render is visible to the next, but
 * for what a page cannot take back either: custom elements, patched prototypes, the state of modules.
 * Renders are one at a time. Only this module and `dom/` reach happy-dom.
 */
import { setImmediate } from 'node:timers'
import { takeErrors } from './dom/errors.ts'
import { install } from './dom/install.ts'
import { resettable } from './dom/reset.ts'
import { beginTimers, endTimers, type PendingTimer, pendingTimers } from './dom/timers.ts'

export { type PendingTimer, pendingTimers, takeErrors }

const page = resettable(install())

/** Call after importing a module of the app: the globals that it defined stay. */
export const keepGlobals: () => void = page.keepGlobals

/** An empty page at `url`. Every timer that the caller's asynchronous context starts from here on ends with `end`. */
export function begin(url: string): void {
  endTimers()
  page.reset(url)
  takeErrors()
  page.keepGlobals()
  beginTimers()
}

/** Empties the page, stops its timers and lets one macrotask pass. */
export async function end(): Promise<void> {
  const { href } = document.location
  endTimers()
  page.reset(href)
  page.dropGlobals()
  // happy-dom's caches hold WeakRefs, and V8 keeps their targets alive until a task ends. A loop that only awaits
  // microtasks would pile up every page it has ever rendered.
  await new Promise<void>((resolve) => setImmediate(resolve))
}
