// Reads the robots.txt and sitemaps that an adopted app has itself.

import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { addressOf, adoptedPages, isServer } from '../../site/adopted-pages.ts'
import type { AdoptedPageConfig, Config } from '../../site/config.ts'
import { fileName } from '../../site/public-files.ts'
import { readSitemapFile } from '../listing/read-sitemaps.ts'

/** How long the existence of a file is cached, in ms. */
const FRESH = 60_000

/** Timeouts of the app's server for the existence of a file and for its content, in ms. */
const LOOK_PATIENCE = 5000
const PATIENCE = 15_000

const MOST_FILES = 100

/**
 * Returns whether an adopted app at the root has a file, which then takes precedence over the
 * generated one. An unreachable app has none.
 */
export function hasOwnFiles(pages: Config['pages']): (name: string) => Promise<boolean> {
  const sites = adoptedPages(pages).flatMap(([path, { site }]) =>
    path.lastIndexOf('/') === 0 ? [site] : [],
  )
  const known = new Map<string, { readonly at: number; readonly is: Promise<boolean> }>()
  const look = async (name: string) => {
    const all = await Promise.all(sites.map((site) => has(site, name).catch(() => false)))
    return all.includes(true)
  }
  return (asked) => {
    // The parts of a sitemap belong to sitemap.xml.
    const name = asked.startsWith('sitemap') ? 'sitemap.xml' : asked
    let found = known.get(name)
    if (found === undefined || performance.now() - found.at > FRESH) {
      found = { at: performance.now(), is: look(name) }
      known.set(name, found)
    }
    return found.is
  }
}

const has = async (site: string, name: string): Promise<boolean> =>
  isServer(site)
    ? (await fromServer(site, `/${name}`, 'HEAD')) !== undefined
    : existsSync(join(site, name))

/**
 * The URLs of an adopted site's sitemap.xml and its parts. @param page The path of the page. @param
 * tell Receives warnings about unreadable files.
 */
export async function* ownSitemap(
  page: string,
  { site }: Pick<AdoptedPageConfig, 'site'>,
  tell: (warning: string) => void,
): AsyncGenerator<string, void, undefined> {
  const base = page.slice(0, page.lastIndexOf('/') + 1)
  const names = new Set(['sitemap.xml'])
  // A Set's iteration includes entries added during it.
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
      tell(`The site's own ${name} cannot be read: ${error}`)
    }
  }
}

/** Undefined when the file does not exist. */
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
  const signal = AbortSignal.timeout(method === 'HEAD' ? LOOK_PATIENCE : PATIENCE)
  const answer = await fetch(addressOf(path, site), { method, signal })
  // Servers of single-page apps respond to every path with the app.
  const isFile = answer.ok && !/html/.test(answer.headers.get('content-type') ?? '')
  return isFile ? answer : undefined
}
