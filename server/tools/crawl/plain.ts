// Visits a site by its links only, and reports the sitemap URLs that it could not reach.

import { fragmentOf, withoutFragment } from '../../../src/url.ts'
import { type FetchOptions, get, isHtml } from '../../serve/http/bounded-get.ts'
import { type Breach, breach } from './breaches.ts'
import { judgePlain } from './judge.ts'
import type { Robots } from './robots-policy.ts'
import { redirectOf, resultOf, unjudged, type Visitor } from './visit.ts'
import type { Visit } from './visit-result.ts'

export function createPlainVisitor(options: FetchOptions, robots: Robots): Visitor {
  return async (url) => {
    if (!robots.allows(url)) return { blocked: true }
    const answer = await get(url, options)
    const to = redirectOf(answer, url)
    const base = unjudged(url, answer, to && withoutFragment(to))
    if (answer.type === 'failure' || answer.status !== 200 || !isHtml(answer)) return base
    const visit = { ...base, ...resultOf(judgePlain(url, answer)) }
    return { ...visit, links: [...new Set(visit.links.map(withoutFragment))] }
  }
}

export interface Reach {
  readonly listed: number
  readonly reached: number
}

export function judgeReach(
  listed: readonly string[],
  visited: ReadonlyMap<string, Pick<Visit, 'status' | 'redirect'>>,
  isWhole: boolean,
): Reach & { readonly breaches: readonly Breach[] } {
  const breaches: Breach[] = []
  let reached = 0
  for (const url of listed) {
    const { status, redirect: to } = visited.get(withoutFragment(url)) ?? {}
    const why = to && `it redirects to ${to}: set index: false on its route`
    if (fragmentOf(url).length > 1) breaches.push(breach('fragment-only', url))
    else if (status === 200) reached += 1
    else if (isWhole) breaches.push(breach('unreached', url, why))
  }
  return { listed: listed.length, reached, breaches }
}
