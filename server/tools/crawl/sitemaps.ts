// Streams the URLs of a site's sitemaps, with limits on files, depth, bytes, URLs and time. One
// file is in memory at a time. https://www.sitemaps.org/protocol.html: 50 MB and 50,000 URLs a
// file, at its own site

import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { XMLToSitemapIndexStream, XMLToSitemapItemStream } from 'sitemap'
import { type Clock, systemClock } from '../../diagnostics/runtime/clock.ts'
import { type FetchOptions, getFile } from './http.ts'

export type Listed =
  | { readonly type: 'url'; readonly url: string; readonly sitemap: string }
  | { readonly type: 'unreadable'; readonly sitemap: string; readonly reason: string }
  /** At another origin, so it is not fetched. */
  | { readonly type: 'elsewhere'; readonly sitemap: string; readonly from: string }

/** Most files, and most levels of indexes. */
const MOST_FILES = 1000
const MOST_INDEXES = 3

/** Most URLs and most unpacked bytes of a file. */
const MOST_URLS = 50_000
const MOST_BYTES = 50 * 1024 * 1024

/** Most characters of a URL. Longer ones are ignored. */
const URL_LENGTH = 2048

/** The time limit of all sitemaps, in request timeouts. */
const TIMES = 20

/** Reads the sitemaps of an origin, each file once. */
export async function* readSitemaps(
  urls: readonly string[],
  origin: string,
  options: FetchOptions,
  now: Clock['now'] = systemClock.now,
): AsyncGenerator<Listed> {
  const until = now() + TIMES * options.timeout
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

  // A Map's iteration includes entries added during it.
  for (const [sitemap, depth] of files) {
    if (now() > until) {
      const reason = `reading all of them took more than ${TIMES * options.timeout} ms`
      yield { type: 'unreadable', sitemap, reason }
      return
    }
    const answer = await getFile(sitemap, options, MOST_BYTES)
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
      const file = { body: answer.body, timeout: options.timeout, now }
      const isIndex = await readKind(file)
      if (isIndex && depth >= MOST_INDEXES) {
        throw new Error(`it is nested in ${depth} sitemap indexes`)
      }
      for await (const url of locations(file, isIndex)) {
        if (isIndex) yield* add(url, sitemap, depth + 1)
        else yield { type: 'url', url, sitemap }
      }
      if (answer.cut) throw new Error(`it is longer than ${MOST_BYTES} bytes`)
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

/** @throws {Error} When the file is neither a sitemap nor an index, or lists too much. */
export async function* readSitemapFile(
  file: File,
): AsyncGenerator<{ readonly url: string; readonly isSitemap: boolean }> {
  const isSitemap = await readKind(file)
  for await (const url of locations(file, isSitemap)) yield { url, isSitemap }
}

interface File {
  readonly body: Buffer
  /** Most ms to read the file. */
  readonly timeout: number
  readonly now?: Clock['now']
}

const isGzip = (body: Buffer): boolean => body[0] === 0x1f && body[1] === 0x8b

/** Unpacks a file. Fails over the byte limit or the time limit. */
async function* unpacked({ body, timeout, now = systemClock.now }: File): AsyncGenerator<Buffer> {
  const source = Readable.from([body], { objectMode: false })
  const bytes: Readable = isGzip(body) ? source.pipe(createGunzip()) : pieces(body)
  const until = now() + timeout
  let length = 0
  try {
    for await (const chunk of bytes) {
      length += chunk.length
      if (length > MOST_BYTES) throw new Error(`it unpacks to more than ${MOST_BYTES} bytes`)
      if (now() > until) throw new Error(`it takes more than ${timeout} ms to read`)
      yield chunk
    }
  } finally {
    bytes.destroy()
  }
}

const PIECE = 64 * 1024

/** Splits the body: the parser can only stop between two chunks. */
const pieces = (body: Buffer): Readable =>
  Readable.from(
    (function* () {
      for (let at = 0; at < body.length; at += PIECE) yield body.subarray(at, at + PIECE)
    })(),
  )

/** True for an index. @throws {Error} When it is not a sitemap. */
async function readKind(file: File): Promise<boolean> {
  let text = ''
  for await (const chunk of unpacked(file)) {
    text += String(chunk)
    if (text.length > 1024) break
  }
  const isIndex = /<(?:\w+:)?sitemapindex/.test(text)
  if (!isIndex && !/<(?:\w+:)?urlset/.test(text)) throw new Error('it is not a sitemap')
  return isIndex
}

async function* locations(file: File, isIndex: boolean): AsyncGenerator<string> {
  const source = Readable.from(unpacked(file))
  const parser = isIndex
    ? new XMLToSitemapIndexStream({ logger: false })
    : new XMLToSitemapItemStream({ logger: false })
  source.on('error', (error) => parser.destroy(error))
  let count = 0
  try {
    for await (const item of source.pipe(parser)) {
      count += 1
      if (count > MOST_URLS) throw new Error(`it lists more than ${MOST_URLS} URLs`)
      const { url } = item as { url?: string }
      if (url !== undefined && url.length <= URL_LENGTH) yield url
    }
  } finally {
    source.destroy()
    parser.destroy()
  }
}
