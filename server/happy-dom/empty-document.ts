/** Creates the documents of frames: empty ones, of the page's window. */

import { inner, S } from './internals.ts'

/** Creates a document with `html`, `head` and `body`. */
export function emptyDocument(): Document {
  const made = document.implementation.createHTMLDocument('')
  // happy-dom gives it, and what is in it, to the document that it was made by.
  inner<{ [S.ownerDocument]: unknown }>(made)[S.ownerDocument] = null
  made.documentElement.remove()
  const root = made.createElement('html')
  root.append(made.createElement('head'), made.createElement('body'))
  made.append(root)
  return made
}
