// The sitemap of a site as files. In: its states, one after the other. Out: finished files, one after the
// other, so that only one is in memory, and that gzipped; the index, which needs all others, is the last.
// A site that fits into one file has no index: its sitemap.xml is that file.
//
// Protocol: https://www.sitemaps.org/protocol.html (50,000 URLs and 50 MB a file, pretty URLs listed)

import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { createGzip, gunzip } from 'node:zlib'
import { SitemapIndexStream, SitemapStream } from 'sitemap'
import type { Head } from '../../src/head.ts'

/** One URL of a sitemap. */
export interface SitemapEntry {
  /** Absolute. */
  readonly url: string
  readonly lastModified?: Date
  /** Where pictures and other languages of the page are taken from. */
  readonly head?: Head | undefined
}

/** One finished file. */
export interface SitemapFile {
  /** `sitemap.xml`, or `sitemap-1.xml.gz` and so on. */
  readonly name: string
  readonly type: 'application/xml' | 'application/gzip'
  readonly body: Buffer
  /** How many URLs, or, for the index, how many files it lists. */
  readonly count: number
}

/** How many URLs and how many bytes, before gzip, a file may have. */
export interface SitemapLimits {
  readonly urls: number
  readonly bytes: number
}

/** What the protocol allows. */
const PROTOCOL: SitemapLimits = { urls: 50_000, bytes: 50 * 2 ** 20 }

/** How many bytes the longest entry takes, and the end of a file. */
const MARGIN = 64 * 1024

/**
 * Writes the sitemap of a site.
 *
 * @param base The URL of the folder that the files are served from, with its slash.
 */
export async function* sitemapFiles(
  entries: AsyncIterable<SitemapEntry>,
  base: string,
  limits: SitemapLimits = PROTOCOL,
): AsyncGenerator<SitemapFile, void, undefined> {
  const listed: { url: string; lastmod?: string }[] = []
  let first: SitemapFile | undefined
  let part: Part | undefined

  const finish = async (done: Part): Promise<SitemapFile> => {
    const name = `sitemap-${listed.length + 1}.xml.gz`
    const lastmod = done.newest?.toISOString()
    listed.push({ url: base + name, ...(lastmod === undefined ? {} : { lastmod }) })
    return { name, type: 'application/gzip', body: await done.end(), count: done.count }
  }

  for await (const entry of entries) {
    if (part && (part.count >= limits.urls || part.bytes >= limits.bytes - MARGIN)) {
      const file = await finish(part)
      part = undefined
      // Held back until it is known that there is a second.
      if (listed.length > 1) yield file
      else first = file
    }
    if (part === undefined) {
      if (first !== undefined) yield first
      first = undefined
      part = startPart()
    }
    await part.add(entry)
  }
  if (part === undefined) return
  const last = await finish(part)
  if (listed.length === 1) {
    const body = await promisify(gunzip)(last.body)
    yield { ...last, name: 'sitemap.xml', type: 'application/xml', body }
    return
  }
  yield last
  const index = new SitemapIndexStream()
  for (const item of listed) index.write(item)
  index.end()
  const body = Buffer.from(await text(index))
  yield { name: 'sitemap.xml', type: 'application/xml', body, count: listed.length }
}

interface Part {
  readonly count: number
  /** Before gzip. */
  readonly bytes: number
  readonly newest: Date | undefined
  add(entry: SitemapEntry): Promise<void>
  end(): Promise<Buffer>
}

function startPart(): Part {
  const xml = new SitemapStream({
    xmlns: { news: false, video: false, image: true, xhtml: true },
  })
  const zip = createGzip()
  const chunks: Buffer[] = []
  let count = 0
  let bytes = 0
  let newest: Date | undefined
  xml.on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  zip.on('data', (chunk: Buffer) => chunks.push(chunk))
  xml.pipe(zip)
  return {
    get count() {
      return count
    },
    get bytes() {
      return bytes
    },
    get newest() {
      return newest
    },
    async add({ url, lastModified, head }) {
      count += 1
      if (lastModified && (newest === undefined || lastModified > newest)) newest = lastModified
      const item = {
        url,
        ...(lastModified === undefined ? {} : { lastmod: lastModified.toISOString() }),
        ...(head?.image === undefined ? {} : { img: [{ url: head.image }] }),
        ...alternates(head),
      }
      if (!xml.write(item)) await once(xml, 'drain')
    },
    async end() {
      xml.end()
      await once(zip, 'end')
      return Buffer.concat(chunks)
    },
  }
}

/** The page in other languages, from `link` tags of its head. */
function alternates(head: Head | undefined): { links?: { lang: string; url: string }[] } {
  const links = (head?.link ?? []).flatMap(({ rel, hreflang, href }) =>
    rel === 'alternate' && hreflang !== undefined && href !== undefined
      ? [{ lang: hreflang, url: href }]
      : [],
  )
  return links.length > 0 ? { links } : {}
}
