// One URL as a crawler of the scheme visits it. In: a pretty URL, or one without a fragment. Out: what
// was found, where it leads, what is wrong.
//
// Specification, "Role of the Search Engine Crawler": a state is asked for at its ugly URL; a page
// without a fragment at its own, and again at its ugly URL when its head carries the fragment tag.

import { randomBytes } from 'node:crypto'
import { fragmentOf, toPrettyUrl, toUglyUrl, withoutFragment } from '../../src/url.ts'
import { type Breach, breach } from './breaches.ts'
import { type Fetched, type FetchFailure, type FetchOptions, get, isHtml } from './http.ts'
import { type Judgement, judgePage, judgeSnapshot } from './judge.ts'
import { isUgly, resolveUrl, stateUrl } from './links.ts'
import type { Robots } from './robots.ts'

/** A URL that was visited. */
export interface Visit {
  readonly url: string
  /** What was asked for in its place; undefined for pages outside of the scheme. */
  readonly ugly: string | undefined
  /** 0 when there was no answer. */
  readonly status: number
  readonly title: string | undefined
  readonly canonical: string
  readonly noindex: boolean
  /** Equal for pages of equal content. */
  readonly content: string | undefined
  /** Where it redirects to. */
  readonly redirect: string | undefined
  /** What it leads to. */
  readonly links: readonly string[]
  readonly breaches: readonly Breach[]
}

/** Why a URL was not visited. */
export interface Blocked {
  readonly blocked: true
}

/** Visits URLs of one site. */
export type Visitor = (url: string) => Promise<Visit | Blocked>

/** Makes a visitor. `origin` is the only one that it asks. */
export function createVisitor(options: FetchOptions, robots: Robots): Visitor {
  const pages = new Map<string, Promise<Fetched | FetchFailure>>()
  const absences = new Map<string, Promise<string | undefined>>()
  const toldOf = new Set<string>()

  const once = <T>(map: Map<string, Promise<T>>, key: string, make: () => Promise<T>) => {
    const made = map.get(key) ?? make()
    map.set(key, made)
    return made
  }
  const page = (url: string) => once(pages, url, () => get(url, options))

  // The content that a state which cannot exist is answered with, when that is no error as it should be.
  const absence = (pageUrl: string) =>
    once(absences, pageUrl, async () => {
      const url = `${pageUrl}#!/${randomBytes(8).toString('hex')}`
      const ugly = toUglyUrl(url)
      if (ugly === null || !robots.allows(ugly)) return undefined
      const answer = await get(ugly, options)
      return answer.type === 'response' && answer.status === 200 && isHtml(answer)
        ? (judgeSnapshot(url, answer).content ?? '')
        : undefined
    })

  return async (url) => {
    if (fragmentOf(url) !== '') return state(url, toUglyUrl(url))
    if (!robots.allows(url)) return { blocked: true }
    const answer = await page(url)
    const redirect = redirectOf(answer, url)
    if (answer.type === 'failure' || redirect !== undefined || answer.status !== 200)
      return plain(url, answer, redirect)
    if (!isHtml(answer)) return plain(url, answer, undefined)
    const judged = judgePage(url, answer)
    if (!judged.hasFragmentTag) return { ...plain(url, answer, undefined), ...said(judged) }
    const snapshot = await state(url, toUglyUrl(url, { fragmentTag: true }))
    if ('blocked' in snapshot) return { ...plain(url, answer, undefined), ...said(judged) }
    const links = [...new Set([...judged.links.follow, ...snapshot.links])]
    return { ...snapshot, links, breaches: [...judged.breaches, ...snapshot.breaches] }
  }

  async function state(url: string, ugly: string | null): Promise<Visit | Blocked> {
    if (ugly === null || !robots.allows(ugly)) return { blocked: true }
    const pageUrl = withoutFragment(url)
    const answer = await get(ugly, options)
    const redirect = redirectOf(answer, ugly)
    const base = { ...plain(url, answer, redirect), ugly }
    // The page itself is visited too: it may carry the fragment tag.
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
    if (shell.type === 'response' && shell.status === 200 && shell.body.equals(answer.body)) {
      return { ...base, links, breaches: [breach('no-snapshot', url)] }
    }
    const judged = judgeSnapshot(url, answer)
    const found = said(judged)
    const soft = judgeAbsence(pageUrl, url, await absence(pageUrl), judged.content)
    return {
      ...base,
      ...found,
      links: [...found.links, ...links],
      breaches: [...found.breaches, ...soft],
    }
  }

  function judgeAbsence(
    pageUrl: string,
    url: string,
    absent: string | undefined,
    content: string | undefined,
  ): Breach[] {
    if (absent === undefined) return []
    const told = toldOf.has(pageUrl)
    toldOf.add(pageUrl)
    return [
      ...(told ? [] : [breach('soft-404', pageUrl, 'a made-up state is answered 200')]),
      ...(absent === content
        ? [breach('soft-404', url, 'it shows what a made-up state shows')]
        : []),
    ]
  }
}

const said = ({ title, canonical, noindex, content, links, breaches }: Judgement) => ({
  title,
  canonical,
  noindex,
  content,
  links: links.follow,
  breaches,
})

function plain(url: string, answer: Fetched | FetchFailure, redirect: string | undefined): Visit {
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

/** Where an answer redirects to, pretty; undefined when it does not. */
function redirectOf(answer: Fetched | FetchFailure, asked: string): string | undefined {
  if (answer.type === 'failure' || answer.status < 300 || answer.status === 304) return undefined
  const target = answer.status < 400 ? answer.headers.get('location') : null
  const url = target === null ? undefined : resolveUrl(target, asked)
  if (url === undefined) return undefined
  try {
    return stateUrl(toPrettyUrl(url) ?? url)
  } catch {
    return url
  }
}
