// Reads the URLs of an adopted site's own sitemap.xml and its parts. Reports and skips unreadable
// files.

import { readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { addressOf, isServer } from '../../site/adopted-pages.ts'
import type { AdoptedPageConfig } from '../../site/config.ts'
import { fileName } from '../../site/file-name.ts'
import { readSitemapFile } from '../../tools/crawl/sitemaps.ts'

/** Most files of a sitemap, and the timeout of each in ms. */
const MOST_FILES = 100
const PATIENCE = 15_000

/** @param page The path of the adopted page. @param tell Receives warnings. */
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
      for await (const { url, isSitemap } of readSitemapFile({ body, timeout: PATIENCE })) {
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
    const answer = await fetch(addressOf(base + name, site), {
      signal: AbortSignal.timeout(PATIENCE),
    })
    // Servers of single-page apps respond to every path with the app.
    const isFile = answer.ok && !/html/.test(answer.headers.get('content-type') ?? '')
    const body = isFile ? Buffer.from(await answer.arrayBuffer()) : undefined
    return body
  }
  const decoded = fileName(name)
  const file = decoded === undefined ? site : join(site, decoded)
  if (!file.startsWith(site.endsWith(sep) ? site : site + sep)) return undefined
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'EISDIR') return undefined
    throw error
  })
}
