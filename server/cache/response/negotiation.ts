// Chooses the content coding and the form of an answer. Reads a bounded length of each header and
// ignores its invalid parts.
// RFC 9110 sections 12.5.1 (Accept) and 12.5.3 (Accept-Encoding); RFC 7763 (text/markdown)

import Negotiator from 'negotiator'
import { remembered } from '../../diagnostics/runtime/remembered.ts'

export type Coding = 'br' | 'gzip' | 'identity'

type Codings = readonly [Coding, ...Coding[]]

const IDENTITY: Codings = ['identity']
const CODINGS: Coding[] = ['br', 'gzip', 'identity']
const MARKDOWN = 'text/markdown;charset=utf-8'
/** The first form wins a tie. */
const FORMS = ['text/html;charset=utf-8', MARKDOWN]

const MOST_CHARACTERS = 1024
const MOST_REMEMBERED = 100

/** Remembers results: clients repeat the same few headers. */
function remembering<T>(choose: (header: string) => T): (header: string) => T {
  const known = remembered(MOST_REMEMBERED, (start) => choose(start.toLowerCase()))
  return (header) => known(header.slice(0, MOST_CHARACTERS))
}

/** Its types lack the order of preference. */
interface Preferring {
  encodings(available: string[], options: { preferred: string[] }): string[]
}

const codingsOf = remembering((header): Codings => {
  const negotiator: Preferring = new Negotiator({ headers: { 'accept-encoding': header } })
  const [first = 'identity', ...others] = negotiator.encodings(CODINGS, { preferred: CODINGS })
  return [first, ...others] as unknown as Codings
})

/** The codings that a client accepts, the best first; prefers Brotli where both rank alike. */
export const acceptedCodings = (header: string | readonly string[] | undefined): Codings =>
  header === undefined || header === '' ? IDENTITY : codingsOf(String(header))

const isMarkdownFirst = remembering(
  (accept) => new Negotiator({ headers: { accept } }).mediaType(FORMS) === MARKDOWN,
)

/** Whether a client prefers Markdown to HTML. HTML wins if the header names neither. */
export const prefersMarkdown = (header: string | readonly string[] | undefined): boolean =>
  header !== undefined && isMarkdownFirst(String(header))
