/** Creates the documents of frames: empty ones, of the page's window. */

import { inner, S } from '../internals.ts'

export function emptyDocument(): Document {
  const made = document.implementation.createHTMLDocument('')
  // happy-dom sets the creating document as its owner.
  inner<{ [S.ownerDocument]: unknown }>(made)[S.ownerDocument] = null
  made.documentElement.remove()
  const root = made.createElement('html')
  root.append(made.createElement('head'), made.createElement('body'))
  made.append(root)
  return made
}
