// Streams the sitemap files of a site, with one in memory and an index if there are several.
// https://www.sitemaps.org/protocol.html (50,000 URLs and 50 MB a file)

import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Head } from '../../../src/head.ts'
import { escapeXml, xmlText } from '../../html/escape.ts'

export interface SitemapEntry {
  readonly url: string
  readonly lastModified?: Date
  readonly head?: Head | undefined
}

export interface SitemapFile {
  readonly name: string
  readonly type: 'application/xml' | 'application/gzip'
  readonly body: Buffer
  /** URLs, or files of an index. */
  readonly count: number
}

/** The limits of one file, before gzip. */
const PROTOCOL = { urls: 50_000, bytes: 50 * 2 ** 20 }

const START = '<?xml version="1.0" encoding="UTF-8"?>\n'
const SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const URLS = `${START}<urlset ${SCHEMA} xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`
const END = '</urlset>\n'

/** @param base URL of the files' folder, with a slash at its end. */
export async function* sitemapFiles(
  entries: AsyncIterable<SitemapEntry>,
  base: string,
  limits = PROTOCOL,
): AsyncGenerator<SitemapFile, void, undefined> {
  const files: string[] = []
  let part = emptyPart()

  async function next(): Promise<SitemapFile> {
    const { lines, newest } = part
    const name = `sitemap-${files.length + 1}.xml.gz`
    const body = await promisify(gzip)(URLS + lines.join('') + END)
    files.push(`<sitemap>${xmlText('loc', base + name)}${lastModifiedXml(newest)}</sitemap>\n`)
    part = emptyPart()
    return { name, type: 'application/gzip', body, count: lines.length }
  }

  for await (const entry of entries) {
    const line = entryXml(entry)
    const bytes = Buffer.byteLength(line)
    const isFull = part.lines.length >= limits.urls || part.bytes + bytes > limits.bytes
    if (isFull && part.lines.length > 0) yield await next()
    part.lines.push(line)
    part.bytes += bytes
    const { lastModified } = entry
    if (lastModified && (!part.newest || lastModified > part.newest)) part.newest = lastModified
  }
  const name = 'sitemap.xml'
  const type = 'application/xml'
  if (files.length > 0) {
    yield await next()
    const body = `${START}<sitemapindex ${SCHEMA}>\n${files.join('')}</sitemapindex>\n`
    yield { name, type, body: Buffer.from(body), count: files.length }
  } else if (part.lines.length > 0) {
    const body = Buffer.from(URLS + part.lines.join('') + END)
    yield { name, type, body, count: part.lines.length }
  }
}

interface Part {
  readonly lines: string[]
  bytes: number
  newest: Date | undefined
}

const emptyPart = (): Part => ({ lines: [], bytes: URLS.length + END.length, newest: undefined })

const lastModifiedXml = (date: Date | undefined): string =>
  date === undefined ? '' : xmlText('lastmod', date.toISOString())

function entryXml({ url, lastModified, head }: SitemapEntry): string {
  const image = head?.image ? `<image:image>${xmlText('image:loc', head.image)}</image:image>` : ''
  const languages = (head?.link ?? []).flatMap(({ rel, hreflang, href }) =>
    rel === 'alternate' && hreflang !== undefined && href !== undefined
      ? [
          `<xhtml:link rel="alternate" hreflang="${escapeXml(hreflang)}" href="${escapeXml(href)}"/>`,
        ]
      : [],
  )
  return `<url>${xmlText('loc', url)}${lastModifiedXml(lastModified)}${image}${languages.join('')}</url>\n`
}
