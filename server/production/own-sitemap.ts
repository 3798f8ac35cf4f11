// The states that an adopted site lists itself. In: where the site is: its folder, or the server at which it runs. Out: the URLs
// of its own sitemap.xml, and of those that it leads to; none where it has none. What cannot be read is told, and left out.

import { readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { readSitemapFile } from '../crawl/sitemaps.ts'
import { type AdoptedPageConfig, addressOf, isServer } from '../site/adopted-pages.ts'
import { fileName } from '../site/file-name.ts'

/** So many files of a sitemap are read, and for so many ms each. */
const MOST_FILES = 100
const PATIENCE = 15_000

/** Lists them. @param page The path of the adopted page. @param tell Told of what cannot be read. */
export async function* ownSitemap(
  page: string,
  { site }: Pick<AdoptedPageConfig, 'site'>,
  tell: (warning: string) => void,
): AsyncGenerator<string, void, undefined> {
  const base = page.slice(0, page.lastIndexOf('/') + 1)
  const names = new Set(['sitemap.xml'])
  // A set goes on to what is added to it while it is gone over.
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

/** Undefined where there is none. */
async function fileOf(site: string, base: string, name: string): Promise<Buffer | undefined> {
  if (isServer(site)) {
    const answer = await fetch(addressOf(base + name, site), {
      signal: AbortSignal.timeout(PATIENCE),
    })
    // Servers of single pages answer every path with the app.
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
