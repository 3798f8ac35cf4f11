// The URLs that a site's sitemaps list. In: URLs of sitemaps or of indexes of them, gzipped or not.
// Out: a stream of what they list, and of sitemaps that cannot be read; one file is in memory at a time.

import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { XMLToSitemapIndexStream, XMLToSitemapItemStream } from 'sitemap'
import { type FetchOptions, get } from './http.ts'

/** One thing found in a sitemap. */
export type Listed =
  | { readonly type: 'url'; readonly url: string; readonly sitemap: string }
  | { readonly type: 'unreadable'; readonly sitemap: string; readonly reason: string }

/** How many files an index may lead to. */
const FILES = 1000

/** Reads sitemaps; an index is followed once. */
export async function* readSitemaps(
  urls: readonly string[],
  options: FetchOptions,
): AsyncGenerator<Listed> {
  const files = [...new Set(urls)]
  for (let index = 0; index < files.length && index < FILES; index++) {
    const sitemap = files[index] as string
    const answer = await get(sitemap, options)
    if (answer.type === 'failure' || answer.status !== 200) {
      const reason = answer.type === 'failure' ? answer.reason : `status ${answer.status}`
      yield { type: 'unreadable', sitemap, reason }
      continue
    }
    try {
      const text = await peek(answer.body)
      const isIndex = /<(?:\w+:)?sitemapindex/.test(text)
      if (!isIndex && !/<(?:\w+:)?urlset/.test(text)) throw new Error('it is no sitemap')
      for await (const url of locations(answer.body, isIndex)) {
        if (!isIndex) yield { type: 'url', url, sitemap }
        else if (!files.includes(url)) files.push(url)
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      yield { type: 'unreadable', sitemap, reason }
    }
  }
}

const isGzip = (body: Buffer): boolean => body[0] === 0x1f && body[1] === 0x8b

function unpacked(body: Buffer): Readable {
  const source = Readable.from([body], { objectMode: false })
  if (!isGzip(body)) return source
  const gunzip = createGunzip()
  source.on('error', (error) => gunzip.destroy(error))
  return source.pipe(gunzip)
}

async function peek(body: Buffer): Promise<string> {
  let text = ''
  for await (const chunk of unpacked(body)) {
    text += String(chunk)
    if (text.length > 1024) break
  }
  return text
}

async function* locations(body: Buffer, isIndex: boolean): AsyncGenerator<string> {
  const source = unpacked(body)
  const parser = isIndex
    ? new XMLToSitemapIndexStream({ logger: false })
    : new XMLToSitemapItemStream({ logger: false })
  source.on('error', (error) => parser.destroy(error))
  try {
    for await (const item of source.pipe(parser)) yield (item as { url: string }).url
  } finally {
    source.destroy()
  }
}
