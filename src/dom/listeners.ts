// Calls the app's listeners with each shown page, and reports the error that made it. A listener
// that throws, such as a blocked statistics script, is reported, and the others are called.

import type { Page } from '../resolution.ts'

/** Calls all listeners. */
export function tellAll(
  listeners: Iterable<(page: Page) => void>,
  page: Page,
  onError: (error: unknown, page: Page) => void,
): void {
  for (const listener of listeners) {
    try {
      listener(page)
    } catch (error) {
      onError(error, page)
    }
  }
  if (page.error !== undefined) onError(page.error, page)
}
