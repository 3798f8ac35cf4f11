// Reads the URLs of a site's sitemaps, within limits. The search for states and `crawl` call it.
// https://www.sitemaps.org/protocol.html

import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { XMLToSitemapIndexStream, XMLToSitemapItemStream } from 'sitemap'
import { type FetchOptions, getFile } from '../http/bounded-get.ts'

export type Listed =
  | { readonly type: 'url'; readonly url: string; readonly sitemap: string }
  | { readonly type: 'unreadable'; readonly sitemap: string; readonly reason: string }
  /** The sitemap is at another origin, and not fetched. */
  | { readonly type: 'elsewhere'; readonly sitemap: string; readonly from: string }

const MOST_FILES = 1000
const MOST_INDEXES = 3

/** The most bytes of a file, unpacked. The parser reads the first 50,000 URLs. */
export const SITEMAP_BYTES = 50 * 1024 * 1024

/** The most characters of a URL that is not ignored. */
const URL_LENGTH = 2048

export async function* readSitemaps(
  urls: readonly string[],
  origin: string,
  options: FetchOptions,
): AsyncGenerator<Listed> {
  const files = new Map<string, number>()
  const foreign = new Set<string>()
  const add = function* (url: string, from: string, depth: number): Generator<Listed> {
    if (!URL.canParse(url) || files.has(url) || foreign.has(url)) return
    if (files.size + foreign.size >= MOST_FILES) return
    if (new URL(url).origin === origin) files.set(url, depth)
    else {
      foreign.add(url)
      yield { type: 'elsewhere', sitemap: url, from }
    }
  }
  for (const url of urls) yield* add(url, `${origin}/robots.txt`, 0)

  // Iteration includes entries added during it.
  for (const [sitemap, depth] of files) {
    const answer = await getFile(sitemap, options, SITEMAP_BYTES)
    if (answer.type === 'elsewhere') {
      yield { type: 'elsewhere', sitemap: answer.to, from: sitemap }
      continue
    }
    if (answer.type === 'failure' || answer.status !== 200) {
      const reason = answer.type === 'failure' ? answer.reason : `status ${answer.status}`
      yield { type: 'unreadable', sitemap, reason }
      continue
    }
    try {
      for await (const { url, isSitemap } of readSitemapFile(answer.body)) {
        if (isSitemap && depth >= MOST_INDEXES)
          throw new Error(`it is nested in ${depth} sitemap indexes`)
        if (isSitemap) yield* add(url, sitemap, depth + 1)
        else yield { type: 'url', url, sitemap }
      }
      if (answer.cut) throw new Error(`it is longer than ${SITEMAP_BYTES} bytes`)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      yield { type: 'unreadable', sitemap, reason }
    }
  }
  if (files.size + foreign.size >= MOST_FILES) {
    const reason = `only the first ${MOST_FILES} sitemaps were read`
    yield { type: 'unreadable', sitemap: origin, reason }
  }
}

/** @throws {Error} When it is no sitemap, or too long. */
export async function* readSitemapFile(
  body: Buffer,
): AsyncGenerator<{ readonly url: string; readonly isSitemap: boolean }> {
  const xml = body[0] === 0x1f && body[1] === 0x8b ? await unpacked(body) : body
  const start = xml.toString('utf8', 0, 1024)
  const isSitemap = /<(?:\w+:)?sitemapindex/.test(start)
  if (!isSitemap && !/<(?:\w+:)?urlset/.test(start)) throw new Error('it is not a sitemap')
  const parser = isSitemap
    ? new XMLToSitemapIndexStream({ logger: false })
    : new XMLToSitemapItemStream({ logger: false })
  for await (const item of Readable.from(pieces(xml)).pipe(parser)) {
    const { url } = item as { url?: string }
    if (url !== undefined && url.length <= URL_LENGTH) yield { url, isSitemap }
  }
}

const unpacked = (body: Buffer): Promise<Buffer> =>
  promisify(gunzip)(body, { maxOutputLength: SITEMAP_BYTES }).catch((error) => {
    const isLong = error.code === 'ERR_BUFFER_TOO_LARGE'
    throw isLong ? new Error(`it unpacks to more than ${SITEMAP_BYTES} bytes`) : error
  })

const PIECE = 64 * 1024

/** Cuts a text, so that signals and requests get a turn between its pieces. */
function* pieces(xml: Buffer): Generator<Buffer> {
  for (let start = 0; start < xml.length; start += PIECE) yield xml.subarray(start, start + PIECE)
}
