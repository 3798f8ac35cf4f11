// Finds the breaches of a single snapshot. Breaches across pages are in compare.ts.

import { createHash } from 'node:crypto'
import { fragmentOf } from '../../../src/url.ts'
import { type Breach, breach } from './breaches.ts'
import { type DocumentFacts, readDocument } from './document.ts'
import { type Fetched, isHtml } from './http.ts'
import { crawledUrl, isUgly, type Links, resolveUrl, sortLinks } from './links.ts'

export interface Judgement {
  readonly title: string | undefined
  /** Absolute; the page's own URL without a canonical link. */
  readonly canonical: string
  readonly noindex: boolean
  /** Represents the content when pages are compared; undefined without content. */
  readonly content: string | undefined
  readonly links: Links
  readonly hasFragmentTag: boolean
  readonly breaches: readonly Breach[]
}

/**
 * Judges the response to the ugly URL of `url`, with status 200.
 *
 * @param read Default: as written.
 */
export function judgeSnapshot(url: string, answer: Fetched, read = readDocument): Judgement {
  const facts = read(answer.body.toString('utf8'))
  const links = linksOf(facts, url)
  const canonical = canonicalOf(facts, url, answer.headers)
  const breaches = [
    ...judgeSize(url, answer, facts),
    ...judgeLinks(url, links),
    ...judgeCanonical(url, canonical),
  ]
  const add = (code: Breach['code'], detail?: string) => breaches.push(breach(code, url, detail))
  if (!isHtml(answer)) add('not-html', answer.headers.get('content-type') ?? 'no content-type')
  if (facts.fragmentTags.length > 0) add('fragment-tag-in-snapshot')
  if (facts.text === '') add('empty-snapshot')
  if (!facts.title) add('title-missing')
  return {
    title: facts.title,
    canonical: canonical ?? url,
    noindex: isNoindex(facts, answer.headers),
    content: contentOf(facts),
    links,
    hasFragmentTag: facts.fragmentTags.length > 0,
    breaches,
  }
}

export function judgePage(url: string, answer: Fetched, read = readDocument): Judgement {
  const facts = read(answer.body.toString('utf8'))
  const links = linksOf(facts, url)
  const breaches = [...judgeSize(url, answer, facts), ...judgeLinks(url, links)]
  for (const { inHead, content } of facts.fragmentTags) {
    if (!inHead) breaches.push(breach('fragment-tag-place', url))
    if (content !== '!') breaches.push(breach('fragment-tag-content', url, `content="${content}"`))
  }
  return {
    title: facts.title,
    canonical: canonicalOf(facts, url, answer.headers) ?? url,
    noindex: isNoindex(facts, answer.headers),
    content: contentOf(facts),
    links,
    hasFragmentTag: facts.fragmentTags.some(({ inHead, content }) => inHead && content === '!'),
    breaches,
  }
}

/** Judges a page as a crawler without fragments reads it. */
export function judgePlain(url: string, answer: Fetched): Judgement {
  const facts = readDocument(answer.body.toString('utf8'))
  const canonical = canonicalOf(facts, url, answer.headers)
  const named = [canonical, facts.ogUrl].filter((one) => one?.includes('#'))
  return {
    title: facts.title,
    canonical: canonical ?? url,
    noindex: isNoindex(facts, answer.headers),
    content: contentOf(facts),
    links: linksOf(facts, url),
    hasFragmentTag: false,
    breaches: [
      ...judgeSize(url, answer, facts),
      ...[...new Set(named)].map((one) => breach('fragment-canonical', url, one)),
    ],
  }
}

const judgeSize = (
  url: string,
  { cut, body }: Fetched,
  { linksCut, links, isCut }: DocumentFacts,
) => [
  ...(isCut ? [breach('page-cut', url, 'it has more elements than were read')] : []),
  ...(cut
    ? [
        breach(
          'page-cut',
          url,
          `only the first ${body.length.toLocaleString('en')} bytes were read`,
        ),
      ]
    : []),
  ...(linksCut
    ? [breach('links-cut', url, `only ${links.length.toLocaleString('en')} links were followed`)]
    : []),
]

const linksOf = (facts: DocumentFacts, url: string): Links =>
  sortLinks(facts.links, resolveUrl(facts.base ?? '', url) ?? url)

function judgeLinks(url: string, { ugly, withoutBang }: Links): Breach[] {
  return [
    ...ugly.map((href) => breach('ugly-link', url, href)),
    ...withoutBang.map((href) => breach('hash-without-bang', url, href)),
  ]
}

function judgeCanonical(url: string, canonical: string | undefined): Breach[] {
  if (canonical === undefined) return [breach('canonical-missing', url)]
  if (isUgly(canonical)) return [breach('ugly-canonical', url, canonical)]
  const drops =
    fragmentOf(url) !== '' && crawledUrl(canonical) === crawledUrl(url.split('#')[0] ?? '')
  return drops ? [breach('canonical-elsewhere', url, canonical)] : []
}

function canonicalOf(facts: DocumentFacts, url: string, headers: Headers): string | undefined {
  const header = /<([^>]*)>\s*;[^,]*\brel="?canonical\b/i.exec(headers.get('link') ?? '')?.[1]
  const written = facts.canonical ?? header
  return written === undefined ? undefined : resolveUrl(written, url)
}

const isNoindex = ({ robots }: Pick<DocumentFacts, 'robots'>, headers: Headers): boolean =>
  /\b(?:noindex|none)\b/.test(`${robots} ${headers.get('x-robots-tag')?.toLowerCase()}`)

const contentOf = ({ text, title }: DocumentFacts): string | undefined =>
  text === ''
    ? undefined
    : createHash('sha256').update(`${title}\n${text}`).digest('base64url').slice(0, 22)
