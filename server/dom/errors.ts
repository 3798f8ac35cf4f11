/**
 * Errors that a page reports instead of dying of them. In: what a custom element's reaction, a listener or `reportError`
 * throws. Out: an `error` event on the window, as in a browser, and a list that the snapshot takes after the render.
 * It never prints and never throws. https://html.spec.whatwg.org/multipage/webappapis.html#report-an-exception
 */
import { ErrorEvent } from '#happy-dom'
import { type InnerWindow, S } from './internals.ts'

let errors: unknown[] = []

export function takeErrors(): unknown[] {
  const taken = errors
  errors = []
  return taken
}

export function report(window: InnerWindow, error: unknown): void {
  errors.push(error)
  const message = error instanceof Error ? error.message : String(error)
  try {
    const event = new ErrorEvent('error', { error: error as Error, message, cancelable: true })
    window.dispatchEvent(event as unknown as Event)
  } catch (again) {
    errors.push(again)
  }
}

/** happy-dom prints what listeners throw and tells the window; here it is reported like the rest. */
export function installErrors(window: InnerWindow): void {
  window[S.dispatchError] = (error) => report(window, error)
}
