// Translates a site with states after a bare `#` for a crawl by `#!`, and the results back.

import type { Breach } from './breaches.ts'
import { type DocumentFacts, readDocument } from './document.ts'
import type { Fragments } from './fragments.ts'
import type { Fetched, FetchFailure } from './http.ts'
import { resolveUrl } from './links.ts'
import type { Visit } from './visit-result.ts'

/** Reads a document, with its links to states in the form of `#!`. */
export const readingFragments =
  ({ areHidden, ofLink }: Fragments) =>
  (html: string): DocumentFacts => {
    const facts = readDocument(html)
    if (!areHidden) return facts
    const { links, canonical } = facts
    const named = canonical === undefined ? undefined : ofLink(canonical)
    return { ...facts, links: links.map(ofLink), canonical: named }
  }

/** Rewrites a redirect to a state into one to `#!`. */
export function withFragments(
  answer: Fetched | FetchFailure,
  asked: string,
  { areHidden, ofUrl }: Fragments,
): Fetched | FetchFailure {
  const location = answer.type === 'response' ? answer.headers.get('location') : null
  const to = location === null ? undefined : resolveUrl(location, asked)
  if (!areHidden || answer.type === 'failure' || to === undefined) return answer
  const headers = new Headers(answer.headers)
  headers.set('location', ofUrl(to))
  return { ...answer, headers }
}

export const written = (visit: Visit, fragments: Fragments): Visit =>
  !fragments.areHidden
    ? visit
    : {
        ...visit,
        url: fragments.write(visit.url),
        canonical: fragments.write(visit.canonical),
        redirect: visit.redirect && fragments.write(visit.redirect),
        links: visit.links.map(fragments.write),
        breaches: visit.breaches.map((one) => writtenBreach(one, fragments)),
      }

export const writtenBreach = (one: Breach, { write }: Fragments): Breach => ({
  ...one,
  url: write(one.url),
  detail: write(one.detail),
})
