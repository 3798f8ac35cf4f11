// Whether a client prefers Markdown to HTML, by its Accept header. HTML wins a tie, and if the
// header names neither or is invalid. Reads a bounded length.
//
// RFC 9110 section 12.5.1; RFC 7763 (text/markdown)

import Negotiator from 'negotiator'

const MARKDOWN = 'text/markdown;charset=utf-8'

/** The first form wins a tie. */
const FORMS = ['text/html;charset=utf-8', MARKDOWN]

const MOST_CHARACTERS = 1024
const MOST_REMEMBERED = 100

// Clients repeat the same few headers.
const remembered = new Map<string, boolean>()

export function prefersMarkdown(header: string | readonly string[] | undefined): boolean {
  if (header === undefined) return false
  const accept = String(header).slice(0, MOST_CHARACTERS).toLowerCase()
  const known = remembered.get(accept)
  if (known !== undefined) return known
  const prefers = new Negotiator({ headers: { accept } }).mediaType(FORMS) === MARKDOWN
  if (remembered.size < MOST_REMEMBERED) remembered.set(accept, prefers)
  return prefers
}
