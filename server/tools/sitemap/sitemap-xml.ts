// Streams the sitemap files of a site, one gzipped file in memory. The index comes last; a site
// that fits into one file has none.
// https://www.sitemaps.org/protocol.html (50,000 URLs and 50 MB a file, pretty URLs listed)

import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { createGzip, gunzip } from 'node:zlib'
import { SitemapIndexStream, SitemapStream } from 'sitemap'
import type { Head } from '../../../src/head.ts'

export interface SitemapEntry {
  /** Absolute. */
  readonly url: string
  readonly lastModified?: Date
  readonly head?: Head | undefined
}

export interface SitemapFile {
  /** `sitemap.xml`, or `sitemap-1.xml.gz` and so on. */
  readonly name: string
  readonly type: 'application/xml' | 'application/gzip'
  readonly body: Buffer
  /** How many URLs the file lists. For the index: how many files. */
  readonly count: number
}

/** Limits of one file: URLs, and bytes before gzip. */
export interface SitemapLimits {
  readonly urls: number
  readonly bytes: number
}

const PROTOCOL: SitemapLimits = { urls: 50_000, bytes: 50 * 2 ** 20 }

/** Bytes for the longest entry and the end of the file. */
const MARGIN = 64 * 1024

/** @param base The URL of the folder that serves the files, with a trailing slash. */
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
      // Held back: without a second file, this one is called sitemap.xml.
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

function alternates(head: Head | undefined): { links?: { lang: string; url: string }[] } {
  const links = (head?.link ?? []).flatMap(({ rel, hreflang, href }) =>
    rel === 'alternate' && hreflang !== undefined && href !== undefined
      ? [{ lang: hreflang, url: href }]
      : [],
  )
  return links.length > 0 ? { links } : {}
}
