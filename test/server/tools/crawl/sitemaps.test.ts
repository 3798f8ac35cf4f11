/** Sitemaps that would hold a crawler: each is given up where it unpacks to too much or takes too long, and the others are read. */
import { gzipSync } from 'node:zlib'
import { expect } from '@playwright/test'
import { type Listed, readSitemaps } from '../../../../server/tools/crawl/sitemaps.ts'
import { siteInMemory } from '../../../fixtures/sites/in-memory.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('sitemaps of strangers')

const urlset = (inner: string) =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${inner}</urlset>`
const [open, close] = urlset('|').split('|') as [string, string]
/** What is packed in pieces unpacks to all of them together: so it takes no time to pack. */
const packed = (begin: string, piece: string, times: number, end: string): Buffer => {
  const megabyte = gzipSync(piece.repeat(2 ** 20 / piece.length + 1))
  const count = Math.ceil((times * piece.length) / 2 ** 20)
  return Buffer.concat([gzipSync(begin), ...Array(count).fill(megabyte), gzipSync(end)])
}

/** Reads a bomb and a good sitemap by a clock of which every look at it takes so many ms. */
async function read(body: Buffer, look: number) {
  expect(body.length).toBeLessThan(500_000)
  const site = siteInMemory({
    '/bomb.xml.gz': { body },
    '/good.xml': { body: urlset('<url><loc>ORIGIN/#!/listed</loc></url>') },
  })
  let time = 0
  let looks = 0
  const now = () => {
    looks += 1
    time += look
    return time
  }
  const urls = ['/bomb.xml.gz', '/good.xml'].map((path) => site.origin + path)
  const options = { userAgent: 'any', timeout: 10_000, fetch: site.fetch }
  const found: Listed[] = []
  for await (const one of readSitemaps(urls, site.origin, options, now)) found.push(one)
  const reasons = found.flatMap((one) => (one.type === 'unreadable' ? one.reason : []))
  const last = found.at(-1)
  return { reasons, last: last?.type === 'url' ? last.url : undefined, looks }
}

const SLOW = 500
for (const [what, bomb] of Object.entries({
  'white space': () => packed(open, ' ', 200 * 2 ** 20, close),
  'one address': () => packed(`${open}<url><loc>`, 'x', 100 * 2 ** 20, `</loc></url>${close}`),
  'equal addresses': () => packed(open, '<url><loc>x</loc></url>', 8_000_000, close),
  depth: () => packed('<urlset>', '<a>', 30_000_000, ''),
})) {
  test(`100 MB and more of ${what} are given up in time, piece by piece`, async () => {
    const { reasons, last, looks } = await read(bomb(), SLOW)
    expect(reasons).toEqual(['it takes more than 10000 ms to read'])
    expect(last).toBe('http://site.test/#!/listed')
    // One look for each piece: it is left at the first that is too late.
    expect(looks).toBeLessThan(40)
  })
}

test('a sitemap that unpacks to more than the protocol allows is given up there', async () => {
  const { reasons, last } = await read(packed(open, ' ', 60 * 2 ** 20, close), 0)
  expect(reasons).toEqual(['it unpacks to more than 52428800 bytes'])
  expect(last).toBe('http://site.test/#!/listed')
})
