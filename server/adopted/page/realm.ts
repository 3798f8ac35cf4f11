// A document whose scripts run in a window of their own: the page's, or a frame's.

import type { PageWindow } from '../../dom/index.ts'

export interface Realm {
  readonly document: Document
  readonly window: PageWindow
  /** Whether it is the page's, not a frame's. */
  readonly isPage: boolean
  readonly href: () => string
  /** Whether a synchronous script, such as another document's, writes the parsed text. */
  readonly isWritten: () => boolean
  /** Whether the page is still shown. Nothing of an ended page may run. */
  readonly isShown: () => boolean
  /** Dispatches an event on the window. */
  readonly dispatch: (event: Event) => void
}
