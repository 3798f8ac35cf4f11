// Finds the breaches of a single page or snapshot. judge-site.ts compares pages.

import { fragmentOf, withoutFragment } from '../../../src/url.ts'
import { contentHash } from '../../diagnostics/runtime/hash.ts'
import { forbidsIndex } from '../../html/head-tags.ts'
import { type Fetched, isHtml } from '../../serve/http/bounded-get.ts'
import { type Breach, breach } from './breaches.ts'
import { type DocumentFacts, readDocument } from './document.ts'
import { crawledUrl, isUglyUrl, type Links, resolveUrl, sortLinks } from './links.ts'
import { type CrawledStates, HASHBANG } from './state-addresses.ts'

export type Judgement = ReturnType<typeof judgeAny>

export function judgeSnapshot(url: string, answer: Fetched, states: CrawledStates): Judgement {
  const facts = readDocument(answer.body.toString('utf8'))
  const judged = judgeAny(url, answer, facts, states)
  const breaches = [
    ...judged.breaches,
    ...judgeLinks(url, judged.links),
    ...judgeCanonical(url, canonicalOf(facts, url, answer.headers, states), states),
  ]
  const add = (code: Breach['code'], detail?: string) => breaches.push(breach(code, url, detail))
  if (!isHtml(answer)) add('not-html', answer.headers.get('content-type') ?? 'no content-type')
  if (facts.fragmentTags.length > 0) add('fragment-tag-in-snapshot')
  if (facts.text === '') add('empty-snapshot')
  if (!facts.title) add('title-missing')
  return { ...judged, breaches }
}

export function judgePage(url: string, answer: Fetched, states: CrawledStates): Judgement {
  const facts = readDocument(answer.body.toString('utf8'))
  const judged = judgeAny(url, answer, facts, states)
  const breaches = [...judged.breaches, ...judgeLinks(url, judged.links)]
  for (const { inHead, content } of facts.fragmentTags) {
    if (!inHead) breaches.push(breach('fragment-tag-place', url))
    if (content !== '!') breaches.push(breach('fragment-tag-content', url, `content="${content}"`))
  }
  return { ...judged, breaches }
}

/** Judges a page as a crawler without fragments reads it. */
export function judgePlain(url: string, answer: Fetched): Judgement {
  const facts = readDocument(answer.body.toString('utf8'), false)
  const judged = judgeAny(url, answer, facts, HASHBANG)
  const ownUrls = [canonicalOf(facts, url, answer.headers, HASHBANG), facts.ogUrl]
  const wrong = new Set(ownUrls.filter((ownUrl) => ownUrl?.includes('#')))
  return {
    ...judged,
    breaches: [
      ...judged.breaches,
      ...[...wrong].map((ownUrl) => breach('fragment-canonical', url, ownUrl)),
    ],
  }
}

const judgeAny = (url: string, answer: Fetched, facts: DocumentFacts, states: CrawledStates) => ({
  title: facts.title,
  /** Absolute; the page's own URL without a canonical link. */
  canonical: canonicalOf(facts, url, answer.headers, states) ?? url,
  noindex: forbidsIndex(`${facts.robots} ${answer.headers.get('x-robots-tag')}`),
  content: contentOf(facts),
  links: sortLinks(facts.links, resolveUrl(facts.base ?? '', url) ?? url, states),
  hasFragmentTag: facts.fragmentTags.some(({ inHead, content }) => inHead && content === '!'),
  breaches: judgeSize(url, answer, facts),
})

function judgeSize(url: string, { cut, body }: Fetched, facts: DocumentFacts): Breach[] {
  const [bytes, links] = [body, facts.links].map(({ length }) => length.toLocaleString('en'))
  return [
    facts.isCut && breach('page-cut', url, 'it has more elements than were read'),
    cut && breach('page-cut', url, `only the first ${bytes} bytes were read`),
    facts.linksCut && breach('links-cut', url, `only ${links} links were followed`),
  ].filter((item) => item !== false)
}

function judgeLinks(url: string, { ugly, withoutBang }: Links): Breach[] {
  return [
    ...ugly.map((href) => breach('ugly-link', url, href)),
    ...withoutBang.map((href) => breach('hash-without-bang', url, href)),
  ]
}

function judgeCanonical(
  url: string,
  canonical: string | undefined,
  states: CrawledStates,
): Breach[] {
  if (canonical === undefined) return [breach('canonical-missing', url)]
  if (isUglyUrl(canonical)) return [breach('ugly-canonical', url, canonical)]
  const drops = fragmentOf(url) !== '' && crawledUrl(canonical, states) === withoutFragment(url)
  return drops ? [breach('canonical-elsewhere', url, canonical)] : []
}

function canonicalOf(
  facts: DocumentFacts,
  url: string,
  headers: Headers,
  states: CrawledStates,
): string | undefined {
  const header = /<([^>]*)>\s*;[^,]*\brel="?canonical\b/i.exec(headers.get('link') ?? '')?.[1]
  const written = facts.canonical ?? header
  const canonical = written === undefined ? undefined : resolveUrl(written, url)
  return canonical && states.ofLink(canonical)
}

const contentOf = ({ text, title }: DocumentFacts): string | undefined =>
  text === '' ? undefined : contentHash(`${title}\n${text}`).slice(0, 22)
