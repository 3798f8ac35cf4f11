// Reads an adopted app's own robots.txt and sitemaps. The site's middleware and the search for
// states call it.

import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { adoptedAddress, adoptedPages, isServer } from '../../site/adopted-pages.ts'
import type { AdoptedPageConfig, Config } from '../../site/config.ts'
import { fileName } from '../../site/public-files.ts'
import { readSitemapFile } from '../listing/read-sitemaps.ts'
import { freshFor } from './adopted-site.ts'

/** How long the existence of a file is cached. */
const FRESH_FOR_MS = 60_000

/** For the existence of a file, and for its content. */
const HEAD_TIMEOUT_MS = 5000
const GET_TIMEOUT_MS = 15_000

const MOST_FILES = 100

/**
 * Whether an adopted app at the root has a file, which wins over the generated one. An unreachable
 * app has none.
 */
export function hasOwnFiles(pages: Config['pages']): (name: string) => Promise<boolean> {
  const sites = adoptedPages(pages).flatMap(([path, { site }]) =>
    path.lastIndexOf('/') === 0 ? [site] : [],
  )
  const lookups = new Map<string, () => Promise<boolean>>()
  const exists = async (name: string) => {
    const answers = await Promise.all(sites.map((site) => hasFile(site, name).catch(() => false)))
    return answers.includes(true)
  }
  return (requested) => {
    const name = requested.startsWith('sitemap') ? 'sitemap.xml' : requested
    const lookup = lookups.get(name) ?? freshFor(FRESH_FOR_MS, () => exists(name))
    lookups.set(name, lookup)
    return lookup()
  }
}

const hasFile = async (site: string, name: string): Promise<boolean> =>
  isServer(site)
    ? (await fromServer(site, `/${name}`, 'HEAD')) !== undefined
    : existsSync(join(site, name))

/** Of its sitemap.xml and the parts. @param page Path of the page. */
export async function* ownSitemap(
  page: string,
  { site }: Pick<AdoptedPageConfig, 'site'>,
  warn: (warning: string) => void,
): AsyncGenerator<string, void, undefined> {
  const base = page.slice(0, page.lastIndexOf('/') + 1)
  const names = new Set(['sitemap.xml'])
  // Iteration includes entries added during it.
  for (const name of names) {
    try {
      const body = await fileOf(site, base, name)
      if (body === undefined) continue
      for await (const { url, isSitemap } of readSitemapFile(body)) {
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

/** Undefined without the file. */
async function fileOf(site: string, base: string, name: string): Promise<Buffer | undefined> {
  if (isServer(site)) {
    const answer = await fromServer(site, base + name, 'GET')
    return answer && Buffer.from(await answer.arrayBuffer())
  }
  const decoded = fileName(name)
  const file = decoded === undefined ? site : join(site, decoded)
  if (!file.startsWith(site.endsWith(sep) ? site : site + sep)) return undefined
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'EISDIR') return undefined
    throw error
  })
}

async function fromServer(site: string, path: string, method: 'GET' | 'HEAD') {
  const signal = AbortSignal.timeout(method === 'HEAD' ? HEAD_TIMEOUT_MS : GET_TIMEOUT_MS)
  const answer = await fetch(adoptedAddress(path, site), { method, signal })
  // Single-page apps answer every path with the app.
  const isFile = answer.ok && !/html/.test(answer.headers.get('content-type') ?? '')
  return isFile ? answer : undefined
}
