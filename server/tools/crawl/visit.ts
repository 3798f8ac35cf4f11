// Visits one URL: a state at its ugly URL, a page at its own URL, and also at its ugly URL if it
// has the fragment tag. Specification, "Role of the Search Engine Crawler".

import { randomBytes } from 'node:crypto'
import { fragmentOf, toUglyUrl, withoutFragment } from '../../../src/url.ts'
import { contentHash } from '../../diagnostics/runtime/content-hash.ts'
import {
  type Fetched,
  type FetchFailure,
  type FetchOptions,
  get,
  isHtml,
} from '../../serve/http/bounded-get.ts'
import { prettyOf } from '../../site/adopted-urls.ts'
import { type Breach, breach } from './breaches.ts'
import type { Fragments } from './fragments.ts'
import { type Judgement, judgePage, judgeSnapshot } from './judge.ts'
import { crawledUrl, isUgly, resolveUrl } from './links.ts'
import type { Robots } from './robots-policy.ts'
import type { Visited } from './visit-result.ts'

export interface Blocked {
  readonly blocked: true
}

/** Facts of a page without a fragment, to compare its states with. */
interface Page {
  readonly answer: Fetched | FetchFailure
  readonly redirect: string | undefined
  readonly digest: string
  /** For HTML; undefined after its visit was returned. */
  readonly judged: Judgement | undefined
}

const NOTHING = Buffer.alloc(0)

export type Visitor = (url: string) => Promise<Visited | Blocked>

/** @param start With hidden states: the page that shows the app. */
export function createVisitor(
  options: FetchOptions,
  robots: Robots,
  start: string,
  fragments: Fragments,
): Visitor {
  const { read } = fragments
  const pages = new Map<string, Promise<Page>>()
  const absences = new Map<string, Promise<string | undefined>>()
  const toldOf = new Set<string>()

  const ask = async (url: string) => fragments.answer(await get(url, options), url)
  const once = <T>(map: Map<string, Promise<T>>, key: string, make: () => Promise<T>) => {
    const made = map.get(key) ?? make()
    map.set(key, made)
    return made
  }
  const page = (url: string) =>
    once(pages, url, async (): Promise<Page> => {
      const answer = await ask(url)
      const redirect = redirectOf(answer, url)
      if (answer.type === 'failure') return { answer, redirect, digest: '', judged: undefined }
      const isPage = answer.status === 200 && redirect === undefined && isHtml(answer)
      return {
        answer: { ...answer, headers: new Headers(), body: NOTHING },
        redirect,
        digest: contentHash(answer.body),
        judged: isPage ? judgePage(url, answer, read) : undefined,
      }
    })

  // The content for an impossible state, when its status is not an error.
  const absence = (pageUrl: string) =>
    once(absences, pageUrl, async () => {
      const url = `${pageUrl}#!/${randomBytes(8).toString('hex')}`
      const ugly = toUglyUrl(url)
      if (ugly === null || !robots.allows(ugly)) return undefined
      const answer = await ask(ugly)
      return answer.type === 'response' && answer.status === 200 && isHtml(answer)
        ? (judgeSnapshot(url, answer, read).content ?? '')
        : undefined
    })

  return async (url) => {
    if (fragmentOf(url) !== '') return state(url, toUglyUrl(url))
    if (!robots.allows(url)) return { blocked: true }
    const kept = await page(url)
    const { answer, redirect, judged } = kept
    if (judged === undefined) return unjudged(url, answer, redirect)
    // The page is visited once. Its states only need its digest.
    pages.set(url, Promise.resolve({ ...kept, judged: undefined }))
    const isApp = judged.hasFragmentTag || (fragments.areHidden && url === withoutFragment(start))
    if (!isApp) return { ...unjudged(url, answer, undefined), ...resultOf(judged) }
    const snapshot = await state(url, toUglyUrl(url, { fragmentTag: true }))
    if ('blocked' in snapshot) return { ...unjudged(url, answer, undefined), ...resultOf(judged) }
    const links = [...new Set([...judged.links.follow, ...snapshot.links])]
    return { ...snapshot, links, breaches: [...judged.breaches, ...snapshot.breaches] }
  }

  async function state(url: string, ugly: string | null): Promise<Visited | Blocked> {
    if (ugly === null || !robots.allows(ugly)) return { blocked: true }
    const pageUrl = withoutFragment(url)
    const answer = await ask(ugly)
    const redirect = redirectOf(answer, ugly)
    const base = { ...unjudged(url, answer, redirect), ugly }
    // Visits the page itself too: it may have the fragment tag.
    const links = redirect === undefined ? [pageUrl] : []
    if (answer.type === 'failure') return base
    if (redirect !== undefined) {
      const raw = resolveUrl(answer.headers.get('location') ?? '', ugly) ?? ''
      return isUgly(raw) ? { ...base, breaches: [breach('ugly-redirect', url, raw)] } : base
    }
    if (answer.status !== 200) {
      const missing = answer.status < 500 && fragmentOf(url) === ''
      const breaches = missing
        ? [breach('empty-state-404', url, `${answer.status}`)]
        : base.breaches
      return { ...base, links, breaches }
    }
    const shell = await page(pageUrl)
    if (
      shell.answer.type === 'response' &&
      shell.answer.status === 200 &&
      shell.digest === contentHash(answer.body)
    ) {
      return { ...base, links, breaches: [breach('no-snapshot', url)] }
    }
    const judged = judgeSnapshot(url, answer, read)
    const found = resultOf(judged)
    const soft = judgeAbsence(toldOf, pageUrl, url, await absence(pageUrl), judged.content)
    return {
      ...base,
      ...found,
      links: [...found.links, ...links],
      breaches: [...found.breaches, ...soft],
    }
  }
}

/** @param told Pages whose fault was reported, for one report each. */
function judgeAbsence(
  told: Set<string>,
  pageUrl: string,
  url: string,
  absent: string | undefined,
  content: string | undefined,
): Breach[] {
  if (absent === undefined) return []
  const isReported = told.has(pageUrl)
  told.add(pageUrl)
  return [
    ...(isReported
      ? []
      : [breach('soft-404', pageUrl, 'a state that this command invented returns status 200')]),
    ...(absent === content
      ? [breach('soft-404', url, 'it has the content of a state that this command invented')]
      : []),
  ]
}

export const resultOf = ({ title, canonical, noindex, content, links, breaches }: Judgement) => ({
  title,
  canonical,
  noindex,
  content,
  links: links.follow,
  breaches,
})

export function unjudged(
  url: string,
  answer: Fetched | FetchFailure,
  redirect: string | undefined,
): Visited {
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

/** The pretty URL of a redirect's target; undefined without a redirect. */
export function redirectOf(answer: Fetched | FetchFailure, asked: string): string | undefined {
  if (answer.type === 'failure' || answer.status < 300 || answer.status === 304) return undefined
  const target = answer.status < 400 ? answer.headers.get('location') : null
  const url = target === null ? undefined : resolveUrl(target, asked)
  return url === undefined ? undefined : crawledUrl(prettyOf(url) ?? url)
}
