/**
 * Sitemaps that would hold a crawler: one that unpacks to too much is given up, and the others are
 * read.
 */
import { gzipSync } from 'node:zlib'
import { expect } from '@playwright/test'
import { type Listed, readSitemaps } from '../../../../server/serve/listing/read-sitemaps.ts'
import { siteInMemory } from '../../../fixtures/sites/in-memory.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('sitemaps of strangers')

const urlset = (inner: string) =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${inner}</urlset>`
const [open, close] = urlset('|').split('|') as [string, string]
/** Bytes that are packed in pieces unpack to all of them together: so it takes no time to pack. */
const packed = (begin: string, piece: string, times: number, end: string): Buffer => {
  const megabyte = gzipSync(piece.repeat(2 ** 20 / piece.length + 1))
  const count = Math.ceil((times * piece.length) / 2 ** 20)
  return Buffer.concat([gzipSync(begin), ...Array(count).fill(megabyte), gzipSync(end)])
}

/** Reads a bomb and a good sitemap. */
async function read(body: Buffer) {
  expect(body.length).toBeLessThan(500_000)
  const site = siteInMemory({
    '/bomb.xml.gz': { body },
    '/good.xml': { body: urlset('<url><loc>ORIGIN/#!/listed</loc></url>') },
  })
  const urls = ['/bomb.xml.gz', '/good.xml'].map((path) => site.origin + path)
  const options = { timeout: 10_000, fetch: site.fetch }
  const found: Listed[] = []
  for await (const one of readSitemaps(urls, site.origin, options)) found.push(one)
  const reasons = found.flatMap((one) => (one.type === 'unreadable' ? one.reason : []))
  const last = found.at(-1)
  return { reasons, last: last?.type === 'url' ? last.url : undefined }
}

test('a sitemap that unpacks to more than the protocol allows is dropped, and the next one is read', async () => {
  const { reasons, last } = await read(packed(open, ' ', 60 * 2 ** 20, close))
  expect(reasons).toEqual(['it unpacks to more than 52428800 bytes'])
  expect(last).toBe('http://site.test/#!/listed')
})
