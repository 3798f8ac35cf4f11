/**
 * SIDE EFFECT: importing this module installs a happy-dom window as the globals of this thread, with all fixes of `dom/`.
 * Import it before anything that reads `HTMLElement` or `document`, and never in a thread that is not a snapshot worker.
 * Out: `begin` and `end` of a render, and what the render left to tell. Nothing of one render is visible to the next, but
 * for what a page cannot take back either: custom elements, patched prototypes, the state of modules.
 * Renders are one at a time. Only this module and `dom/` reach happy-dom.
 */
import { setImmediate } from 'node:timers'
import { CHECK, type Check } from '../src/html.ts'
import { report as reportTo, takeErrors } from './dom/errors.ts'
import { globalsOf } from './dom/globals.ts'
import { install } from './dom/install.ts'
import { nodeFetch, provideFetch, tellOfNetwork } from './dom/network.ts'
import { forgetPending, type Pending, pendingWork } from './dom/pending.ts'
import { customElementsShown } from './dom/reactions.ts'
import { resettable } from './dom/reset.ts'
import { beginTimers, endTimers, pendingTimers, runLastTimers } from './dom/timers.ts'
import { plainPieces } from './serialize/known.ts'
import { checkTemplate } from './serialize/template.ts'

export {
  customElementsShown,
  nodeFetch,
  type Pending,
  pendingTimers,
  pendingWork,
  provideFetch,
  takeErrors,
  tellOfNetwork,
}

const check: Check = (strings) => {
  checkTemplate(strings)
  return plainPieces(strings)
}
Object.assign(globalThis, { [CHECK]: check })
const window = install()
const page = resettable(window)
const globals = globalsOf(window)

/** Tells the page of an error that nothing in it caught, as a browser does. */
export const report = (error: unknown): void => reportTo(window, error)

/** An empty page at `url`, but for `keep` if that is in it. Every timer that the caller's asynchronous context starts from here on ends with `end`. */
export function begin(url: string, keep?: Element): void {
  endTimers()
  page.reset(url, keep)
  takeErrors()
  forgetPending()
  globals.begin()
  beginTimers()
}

/** How many tasks a page gets to undo itself. */
const LAST_TASKS = 8

/** Empties the page, but for `keep`, lets views undo themselves, and stops what still ticks. */
export async function end(keep?: Element): Promise<void> {
  const { href } = document.location
  page.reset(href, keep)
  // One task at the least: happy-dom's caches hold WeakRefs, and V8 keeps their targets alive until a task ends. A loop
  // that only awaits microtasks would pile up every page it has ever rendered.
  let tasks = 0
  do await new Promise<void>((resolve) => setImmediate(resolve))
  while (runLastTimers(report) && ++tasks < LAST_TASKS)
  endTimers()
  if (tasks > 0) page.reset(href, keep)
  globals.end()
}
