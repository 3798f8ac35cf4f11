// Visits one URL for a crawl. By the scheme: a state at its ugly URL, a page at its own URL, and
// also at its ugly URL if it has the fragment tag.

import { randomBytes } from 'node:crypto'
import { fragmentOf, toUglyUrl, withoutFragment } from '../../../src/url.ts'
import { contentHash } from '../../diagnostics/runtime/hash.ts'
import {
  type Fetched,
  type FetchFailure,
  type FetchOptions,
  get,
  isHtml,
} from '../../serve/http/bounded-get.ts'
import { prettyOf } from '../../site/adopted-urls.ts'
import { type Breach, breach } from './breaches.ts'
import { type Judgement, judgePage, judgePlain, judgeSnapshot } from './judge-page.ts'
import { crawledUrl, isUglyUrl, resolveUrl } from './links.ts'
import type { Robots } from './robots-policy.ts'
import { type CrawledStates, HASHBANG } from './state-addresses.ts'

interface VisitWithLinks extends Judgement {
  readonly url: string
  /** The requested ugly URL; undefined for pages outside of the scheme. */
  readonly ugly: string | undefined
  /** 0 without a response. */
  readonly status: number
  readonly redirect: string | undefined
}

export type CrawlVisit = Omit<VisitWithLinks, 'links'>

type Blocked = { readonly blocked: true }

export type CrawlVisitor = (url: string) => Promise<VisitWithLinks | Blocked>

export function createPlainVisitor(options: FetchOptions, robots: Robots): CrawlVisitor {
  return async (url) => {
    if (!robots.allows(url)) return { blocked: true }
    const answer = await get(url, options)
    const to = redirectOf(answer, url, HASHBANG)
    const base = unjudged(url, answer, to && withoutFragment(to))
    if (answer.type === 'failure' || answer.status !== 200 || !isHtml(answer)) return base
    return { ...base, ...judgePlain(url, answer) }
  }
}

interface SchemeCrawl {
  readonly options: FetchOptions
  readonly robots: Robots
  readonly states: CrawledStates
  /** The page that shows the app, for hidden states. */
  readonly start: string
  readonly pages: Map<string, Promise<PageAnswer>>
  /** The content of a page for an impossible state, when its status is not an error. */
  readonly softContents: Map<string, Promise<string | undefined>>
}

/** The response at a URL without a fragment, to compare its states with. */
interface PageAnswer {
  readonly answer: Fetched | FetchFailure
  readonly redirect: string | undefined
  readonly digest: string
  /** Undefined for other types than HTML, and once its visit was returned. */
  readonly page: ReturnType<typeof judgePage> | undefined
}

export function createVisitor(
  options: FetchOptions,
  robots: Robots,
  start: string,
  states: CrawledStates,
): CrawlVisitor {
  const maps = { pages: new Map(), softContents: new Map() }
  const crawl: SchemeCrawl = { options, robots, start, states, ...maps }
  return (url) =>
    fragmentOf(url) === '' ? visitPage(crawl, url) : visitState(crawl, url, states.uglyOf(url))
}

async function visitPage(crawl: SchemeCrawl, url: string): Promise<VisitWithLinks | Blocked> {
  const { robots, pages, states, start } = crawl
  if (!robots.allows(url)) return { blocked: true }
  const answered = await pageAt(crawl, url)
  const { answer, redirect, page } = answered
  if (page === undefined) return unjudged(url, answer, redirect)
  // The page is visited once. Its states only need its digest.
  pages.set(url, Promise.resolve({ ...answered, page: undefined }))
  const visit = { ...unjudged(url, answer, undefined), ...page.judged }
  const isApp = page.hasTag || (states.areHidden && url === withoutFragment(start))
  if (!isApp) return visit
  const snapshot = await visitState(crawl, url, toUglyUrl(url, { fragmentTag: true }))
  if ('blocked' in snapshot) return visit
  const links = [...new Set([...visit.links, ...snapshot.links])]
  return { ...snapshot, links, breaches: [...visit.breaches, ...snapshot.breaches] }
}

async function visitState(
  crawl: SchemeCrawl,
  url: string,
  ugly: string | null,
): Promise<VisitWithLinks | Blocked> {
  if (ugly === null || !crawl.robots.allows(ugly)) return { blocked: true }
  const pageUrl = withoutFragment(url)
  const { states } = crawl
  const answer = await get(ugly, crawl.options)
  const redirect = redirectOf(answer, ugly, states)
  const base = { ...unjudged(url, answer, redirect), ugly }
  if (answer.type === 'failure') return base
  if (redirect !== undefined) {
    const target = states.ofUrl(resolveUrl(answer.headers.get('location') ?? '', ugly) ?? '')
    return isUglyUrl(target) ? { ...base, breaches: [breach('ugly-redirect', url, target)] } : base
  }
  // Visits the page itself too: it may have the fragment tag.
  const links = [pageUrl]
  if (answer.status !== 200) {
    const isMissing = answer.status < 500 && fragmentOf(url) === ''
    const missing = [breach('empty-state-404', url, `${answer.status}`)]
    return { ...base, links, breaches: isMissing ? missing : base.breaches }
  }
  const page = await pageAt(crawl, pageUrl)
  const isPage = page.answer.type === 'response' && page.answer.status === 200
  if (isPage && page.digest === contentHash(answer.body))
    return { ...base, links, breaches: [breach('no-snapshot', url)] }
  const judged = judgeSnapshot(url, answer, states)
  const isFirst = !crawl.softContents.has(pageUrl)
  const soft = await softContentOf(crawl, pageUrl)
  const breaches = [...judged.breaches]
  if (soft !== undefined && isFirst)
    breaches.push(breach('soft-404', pageUrl, `${INVENTED} returns status 200`))
  if (soft !== undefined && soft === judged.content)
    breaches.push(breach('soft-404', url, `it has the content of ${INVENTED}`))
  return { ...base, ...judged, links: [...judged.links, ...links], breaches }
}

function remembered<T>(
  map: Map<string, Promise<T>>,
  key: string,
  request: () => Promise<T>,
): Promise<T> {
  const promise = map.get(key) ?? request()
  map.set(key, promise)
  return promise
}

const pageAt = (crawl: SchemeCrawl, url: string): Promise<PageAnswer> =>
  remembered(crawl.pages, url, async () => {
    const answer = await get(url, crawl.options)
    const redirect = redirectOf(answer, url, crawl.states)
    if (answer.type === 'failure') return { answer, redirect, digest: '', page: undefined }
    const isPage = answer.status === 200 && redirect === undefined && isHtml(answer)
    return {
      answer: { ...answer, headers: new Headers(), body: Buffer.alloc(0) },
      redirect,
      digest: contentHash(answer.body),
      page: isPage ? judgePage(url, answer, crawl.states) : undefined,
    }
  })

const softContentOf = (crawl: SchemeCrawl, pageUrl: string): Promise<string | undefined> =>
  remembered(crawl.softContents, pageUrl, async () => {
    const url = `${pageUrl}#!/${randomBytes(8).toString('hex')}`
    const ugly = toUglyUrl(url)
    if (ugly === null || !crawl.robots.allows(ugly)) return undefined
    const answer = await get(ugly, crawl.options)
    return answer.type === 'response' && answer.status === 200 && isHtml(answer)
      ? (judgeSnapshot(url, answer, crawl.states).content ?? '')
      : undefined
  })

const INVENTED = 'a state that this command invented'

function unjudged(
  url: string,
  answer: Fetched | FetchFailure,
  redirect: string | undefined,
): VisitWithLinks {
  const status = answer.type === 'failure' ? 0 : answer.status
  return {
    url,
    ugly: undefined,
    status,
    title: undefined,
    canonical: url,
    noindex: false,
    content: undefined,
    redirect,
    links: redirect === undefined ? [] : [redirect],
    breaches: failureOf(url, answer),
  }
}

function failureOf(url: string, answer: Fetched | FetchFailure): Breach[] {
  if (answer.type === 'failure') return [breach('unreachable', url, answer.reason)]
  return answer.status >= 500 ? [breach('server-error', url, `status ${answer.status}`)] : []
}

/** The URL for people of a redirect's target; undefined without a redirect. */
function redirectOf(
  answer: Fetched | FetchFailure,
  base: string,
  states: CrawledStates,
): string | undefined {
  if (answer.type === 'failure' || answer.status < 300 || answer.status === 304) return undefined
  const target = answer.status < 400 ? answer.headers.get('location') : null
  const resolved = target === null ? undefined : resolveUrl(target, base)
  if (resolved === undefined) return undefined
  const url = states.ofUrl(resolved)
  return crawledUrl(prettyOf(url) ?? url, states)
}
