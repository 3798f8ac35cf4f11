// Whether a client would rather have a page as Markdown than as HTML. In: its Accept header. Out: yes or no; HTML for those who
// name both alike or neither, or say what nobody understands. Only so much of a header is read.
//
// RFC 9110 section 12.5.1; RFC 7763 (text/markdown)

import Negotiator from 'negotiator'

const MARKDOWN = 'text/markdown;charset=utf-8'

/** The first is for those who want all alike. */
const FORMS = ['text/html;charset=utf-8', MARKDOWN]

const MOST_CHARACTERS = 1024
const MOST_REMEMBERED = 100

// Clients send the same few headers all the time.
const remembered = new Map<string, boolean>()

/** Chooses. */
export function prefersMarkdown(header: string | readonly string[] | undefined): boolean {
  if (header === undefined) return false
  const accept = String(header).slice(0, MOST_CHARACTERS).toLowerCase()
  const known = remembered.get(accept)
  if (known !== undefined) return known
  const prefers = new Negotiator({ headers: { accept } }).mediaType(FORMS) === MARKDOWN
  if (remembered.size < MOST_REMEMBERED) remembered.set(accept, prefers)
  return prefers
}
