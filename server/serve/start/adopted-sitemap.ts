// Reads an adopted app's own robots.txt and sitemaps, from its folder or server. The site's
// middleware and the search for states call it.

import { baseOf, mountsOf } from '../../site/adopted-pages.ts'
import type { AdoptedPageConfig, Config } from '../../site/config.ts'
import { siteFetch } from '../../snapshot/fetch/site-fetch.ts'
import { type Fetched, getFile, isHtml } from '../http/bounded-get.ts'
import { readSitemapFile, SITEMAP_BYTES } from '../listing/read-sitemaps.ts'
import { freshFor } from './adopted-site.ts'

/** How long the existence of a file is cached. */
const FRESH_FOR_MS = 60_000

const EXISTENCE_TIMEOUT_MS = 5000
const CONTENT_TIMEOUT_MS = 15_000

const MOST_FILES = 100

type Site = Pick<Config, 'origin' | 'pages' | 'assets' | 'base' | 'followLinks'>

/**
 * Whether an adopted app at the root has a file, which wins over the generated one. An unreachable
 * app has none.
 */
export function hasOwnFiles(site: Site): (name: string) => Promise<boolean> {
  const lookups = new Map<string, () => Promise<boolean>>()
  const exists = async (name: string) => {
    const file = await ownFile(site, `/${name}`, EXISTENCE_TIMEOUT_MS, 0).catch(() => undefined)
    return file !== undefined
  }
  return (requested) => {
    const name = requested.startsWith('sitemap') ? 'sitemap.xml' : requested
    const lookup = lookups.get(name) ?? freshFor(FRESH_FOR_MS, () => exists(name))
    lookups.set(name, lookup)
    return lookup()
  }
}

/** The URLs of an adopted app's sitemap.xml and its parts. */
export async function* ownSitemap(
  page: string,
  config: Pick<AdoptedPageConfig, 'site'>,
  origin: string,
  warn: (warning: string) => void,
): AsyncGenerator<string, void, undefined> {
  const base = baseOf(page)
  const site = { origin, pages: { [page]: config }, followLinks: true }
  const names = new Set(['sitemap.xml'])
  // Iteration includes entries added during it.
  for (const name of names) {
    try {
      const file = await ownFile(site, base + name, CONTENT_TIMEOUT_MS, SITEMAP_BYTES)
      if (file === undefined) continue
      for await (const { url, isSitemap } of readSitemapFile(file.body)) {
        if (!isSitemap) yield url
        else if (names.size < MOST_FILES) {
          const { pathname } = new URL(url)
          if (pathname.startsWith(base)) names.add(pathname.slice(base.length))
        }
      }
    } catch (error) {
      warn(`The site's own ${name} cannot be read: ${error}`)
    }
  }
}

/** @returns Undefined without the file. @throws When the app cannot be reached. */
async function ownFile(
  site: Site,
  path: string,
  timeout: number,
  most: number,
): Promise<Fetched | undefined> {
  const read = siteFetch(mountsOf(site), site.origin, fetch)
  const answer = await getFile(site.origin + path, { timeout, fetch: read }, most)
  if (answer.type === 'failure') throw new Error(answer.reason)
  // Single-page apps answer every path with the app.
  const isFile = answer.type === 'response' && answer.status === 200 && !isHtml(answer)
  return isFile ? answer : undefined
}
