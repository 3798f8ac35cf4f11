/** Creates the documents of frames: empty ones, of the page's window. */
export function emptyDocument(): Document {
  const made = document.implementation.createHTMLDocument()
  if (made.doctype) made.removeChild(made.doctype)
  return made
}
