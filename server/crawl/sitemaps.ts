// The URLs that a site's sitemaps list. In: URLs of sitemaps or of indexes of them, gzipped or not.
// Out: a stream of what they list, and of sitemaps that are not read, with the reason. Of any site: bounded
// in files, depth, bytes as they come and as they unpack, URLs and time; one file is in memory at a time.
//
// https://www.sitemaps.org/protocol.html: 50 MB and 50,000 URLs a file, at its own site

import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { XMLToSitemapIndexStream, XMLToSitemapItemStream } from 'sitemap'
import { type Clock, systemClock } from '../runtime/clock.ts'
import { type FetchOptions, getFile } from './http.ts'

/** One thing found in a sitemap. */
export type Listed =
  | { readonly type: 'url'; readonly url: string; readonly sitemap: string }
  | { readonly type: 'unreadable'; readonly sitemap: string; readonly reason: string }
  /** It is at another origin, and so is not fetched. */
  | { readonly type: 'elsewhere'; readonly sitemap: string; readonly from: string }

/** How many files are read, and how many indexes may stand over one. */
const MOST_FILES = 1000
const MOST_INDEXES = 3

/** How many URLs a file may list, and how many bytes it may have unpacked. */
const MOST_URLS = 50_000
const MOST_BYTES = 50 * 1024 * 1024

/** How long a listed URL may be; what is longer is none. */
const URL_LENGTH = 2048

/** How many times the time of one request all sitemaps together may take. */
const TIMES = 20

/** Reads sitemaps of an origin; each file is read once. */
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

  // A map goes on to what is added to it while it is gone over.
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
        throw new Error(`there are ${depth} indexes over this one`)
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

/** Reads one file of a sitemap or an index of them. @throws {Error} When it is neither, or lists too much. */
export async function* readSitemapFile(
  file: File,
): AsyncGenerator<{ readonly url: string; readonly isSitemap: boolean }> {
  const isSitemap = await readKind(file)
  for await (const url of locations(file, isSitemap)) yield { url, isSitemap }
}

interface File {
  readonly body: Buffer
  /** How many ms it may take to read. */
  readonly timeout: number
  readonly now?: Clock['now']
}

const isGzip = (body: Buffer): boolean => body[0] === 0x1f && body[1] === 0x8b

/** The bytes of a file, unpacked; ends with an error at the first that is one too many, or too late. */
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

/** A body in pieces: a parser is asked to stop between two of them only. */
const pieces = (body: Buffer): Readable =>
  Readable.from(
    (function* () {
      for (let at = 0; at < body.length; at += PIECE) yield body.subarray(at, at + PIECE)
    })(),
  )

/** True for an index. @throws {Error} When it is no sitemap at all. */
async function readKind(file: File): Promise<boolean> {
  let text = ''
  for await (const chunk of unpacked(file)) {
    text += String(chunk)
    if (text.length > 1024) break
  }
  const isIndex = /<(?:\w+:)?sitemapindex/.test(text)
  if (!isIndex && !/<(?:\w+:)?urlset/.test(text)) throw new Error('it is no sitemap')
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
