// Reads a site's sitemaps for a crawl, and reports their breaches.

import { fragmentOf } from '../../../src/url.ts'
import type { FetchOptions } from '../../serve/http/bounded-get.ts'
import { readSitemaps } from '../../serve/listing/read-sitemaps.ts'
import { prettyOf } from '../../site/adopted-urls.ts'
import { type Breach, breach } from './breaches.ts'
import type { Fragments } from './fragments.ts'
import { crawledUrl, isUgly } from './links.ts'
import type { Robots } from './robots-policy.ts'

interface Reading {
  readonly fragments: Fragments
  list(url: string, from: string): void
}

/** Stops at the limit of the crawl. */
export async function readListed(
  robots: Robots,
  origin: string,
  fetching: FetchOptions,
  limit: number,
  { list, fragments }: Reading,
): Promise<Breach[]> {
  const breaches: Breach[] = []
  const named = robots.sitemaps.length > 0
  const listed = new Map<string, string>()
  const sitemaps = named ? robots.sitemaps : [`${origin}/sitemap.xml`]
  for await (const item of readSitemaps(sitemaps, origin, fetching)) {
    if (item.type === 'elsewhere') {
      breaches.push(breach('sitemap-elsewhere', item.sitemap, `linked from ${item.from}`))
      continue
    }
    if (item.type === 'unreadable') {
      // The default sitemap may be missing.
      if (named || item.sitemap !== sitemaps[0])
        breaches.push(breach('sitemap-unreadable', item.sitemap, item.reason))
      continue
    }
    const { url, sitemap } = item
    const read = fragments.ofUrl(url)
    if (!URL.canParse(url)) continue
    const code = isUgly(read) ? 'sitemap-ugly' : oddFragment(read)
    if (code !== undefined) breaches.push(breach(code, url, `listed by ${sitemap}`))
    const { href } = new URL(read)
    const meant = crawledUrl(prettyOf(href) ?? href)
    const before = listed.get(meant)
    if (before !== undefined && before !== url) {
      breaches.push(breach('sitemap-mixed', url, `it is also listed as ${before}`))
    }
    listed.set(meant, before ?? url)
    list(meant, sitemap)
    if (listed.size >= limit) break
  }
  return breaches
}

const oddFragment = (url: string): 'sitemap-fragment' | undefined =>
  /^#(?!!)./.test(fragmentOf(url)) ? 'sitemap-fragment' : undefined
