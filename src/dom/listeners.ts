// Who is told of each page that is shown. In: functions of the app's. Out: calls. One that throws, such as a script of
// statistics that was blocked, is reported; the others are called, and the page stays.

import type { Page } from '../page.ts'

/** Tells all of a page. */
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
}
