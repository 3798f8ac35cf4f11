// Finds the breaches of a single page or snapshot. judge-site.ts compares pages.

import { fragmentOf, withoutFragment } from '../../../src/url.ts'
import { contentHash } from '../../diagnostics/runtime/hash.ts'
import { forbidsIndex } from '../../html/head-tags.ts'
import { type Fetched, isHtml } from '../../serve/http/bounded-get.ts'
import { type Breach, breach } from './breaches.ts'
import { type DocumentFacts, readDocument, type Scripting } from './document.ts'
import { crawledUrl, isUglyUrl, readLinks, resolveUrl } from './links.ts'
import { type CrawledStates, HASHBANG } from './state-addresses.ts'

/** The facts of a page that a crawl keeps. */
export type Judgement = ReturnType<typeof readPage>['judged']

export function judgeSnapshot(url: string, answer: Fetched, states: CrawledStates): Judgement {
  const { facts, canonical, judged, faultyLinks } = readPage(url, answer, states)
  const breaches = [...judged.breaches, ...faultyLinks, ...judgeCanonical(url, canonical, states)]
  const add = (code: Breach['code'], detail?: string) => breaches.push(breach(code, url, detail))
  if (!isHtml(answer)) add('not-html', answer.headers.get('content-type') ?? 'no content-type')
  if (facts.fragmentTags.length > 0) add('fragment-tag-in-snapshot')
  if (facts.text === '') add('empty-snapshot')
  if (!facts.title) add('title-missing')
  return { ...judged, breaches }
}

export function judgePage(url: string, answer: Fetched, states: CrawledStates) {
  const { facts, judged, faultyLinks } = readPage(url, answer, states)
  const breaches = [...judged.breaches, ...faultyLinks]
  for (const { inHead, content } of facts.fragmentTags) {
    if (!inHead) breaches.push(breach('fragment-tag-place', url))
    if (content !== '!') breaches.push(breach('fragment-tag-content', url, `content="${content}"`))
  }
  const hasTag = facts.fragmentTags.some(({ inHead, content }) => inHead && content === '!')
  return { hasTag, judged: { ...judged, breaches } }
}

/** Judges a page as a crawler without fragments reads it. */
export function judgePlain(url: string, answer: Fetched): Judgement {
  const { facts, canonical, judged } = readPage(url, answer, HASHBANG, 'disabled')
  const wrong = new Set([canonical, facts.ogUrl].filter((ownUrl) => ownUrl?.includes('#')))
  const ofUrls = [...wrong].map((ownUrl) => breach('fragment-canonical', url, ownUrl))
  return {
    ...judged,
    links: [...new Set(judged.links.map(withoutFragment))],
    breaches: [...judged.breaches, ...ofUrls],
  }
}

function readPage(url: string, answer: Fetched, states: CrawledStates, scripting?: Scripting) {
  const facts = readDocument(answer.body.toString('utf8'), scripting)
  const canonical = canonicalOf(facts, url, answer.headers, states)
  const base = resolveUrl(facts.base ?? '', url) ?? url
  const { links, breaches: faultyLinks } = readLinks(facts.links, url, base, states)
  const judged = {
    title: facts.title,
    /** Absolute; the page's own URL without a canonical link. */
    canonical: canonical ?? url,
    noindex: forbidsIndex(`${facts.robots} ${answer.headers.get('x-robots-tag')}`),
    /** Equal for pages with equal content. */
    content:
      facts.text === '' ? undefined : contentHash(`${facts.title}\n${facts.text}`).slice(0, 22),
    links: links as readonly string[],
    breaches: judgeSize(url, answer, facts),
  }
  return { facts, canonical, faultyLinks, judged }
}

function judgeSize(url: string, { cut, body }: Fetched, facts: DocumentFacts): Breach[] {
  const [bytes, links] = [body, facts.links].map(({ length }) => length.toLocaleString('en'))
  return [
    facts.isCut && breach('page-cut', url, 'it has more elements than were read'),
    cut && breach('page-cut', url, `only the first ${bytes} bytes were read`),
    facts.linksCut && breach('links-cut', url, `only ${links} links were followed`),
  ].filter((item) => item !== false)
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
