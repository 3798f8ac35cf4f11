/**
 * `hashbang crawl` over a network, with the thread that reads strangers' documents. What a crawl finds, and how far it goes, is in
 * test/server/tools/crawl.
 */
import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { crawl } from '../../dist/server/tools/crawl/run.js'
import { FAULTS, faulty, otherwise } from '../fixtures/sites/faulty.ts'
import { type FixtureSite, serveSite, snapshot, ugly } from '../fixtures/sites/site.ts'
import { hashbang } from './command.ts'

const limits = { limit: 200, concurrency: 4, timeout: 60_000 }

test('the command ends with 0, 1 or 2 for fine, found and misused, and prints lines or JSON', async () => {
  const site = await serveSite({
    '/': '<!doctype html><meta name="fragment" content="!"><title>App</title>',
    [ugly('')]: snapshot('', '<a href="#!/a">a</a>'),
    [ugly('/a')]: snapshot('/a'),
  })
  const good = await hashbang(['crawl', site.origin])
  expect(good.code, good.stderr).toBe(0)
  expect(good.stdout).toContain(`200 ${site.origin}/#!/a /a\n`)
  expect(good.stdout).toContain('0 breaches.')
  site.close()

  // The state that hangs breaks off: it is shorter than it says.
  const hang = { headers: { 'content-length': '9' }, body: '' }
  const bad: FixtureSite = await serveSite(
    { ...faulty, [ugly('/hangs')]: hang },
    otherwise(() => bad.origin),
  )
  const { code, stdout } = await hashbang(['crawl', bad.origin, '--json'])
  expect(code).toBe(1)
  const { breaches } = JSON.parse(stdout) as { breaches: { code: string; url: string }[] }
  expect(breaches.map((one) => `${one.code} ${one.url.replace(bad.origin, '')}`).sort()).toEqual(
    FAULTS.map(([fault, url]) => `${fault} ${url}`).sort(),
  )
  bad.close()
})

for (const args of [
  ['crawl'],
  ['crawl', 'example'],
  ['crawl', 'http://127.0.0.1/', '--limit', 'x'],
  ['crawl', 'http://127.0.0.1/', '--as', 'browser'],
  ['fly'],
]) {
  const tag = args.length > 2 ? '@nightly' : []
  test(`hashbang ${args.join(' ')} ends with 2 and says what is wrong`, { tag }, async () => {
    const { code, stderr } = await hashbang(args)
    expect([code, stderr.length > 0], stderr).toEqual([2, true])
  })
}

test('a page whose parsing takes minutes, or all memory, is given up, and the others are read', async () => {
  // Every paragraph opens again all that is bold: a hundred million elements.
  const bold = Array.from({ length: 2000 }, (_, n) => `<b id=${n}>`)
  const bomb = `<p>${bold.join('')}${'<p>x'.repeat(50_000)}`
  const site = await serveSite({
    '/': snapshot('', '<a href="/bomb">1</a> <a href="/fine">3</a>'),
    '/bomb': bomb,
    '/fine': snapshot('/fine', '<h1>Fine'),
  })
  const result = await crawl({ ...limits, timeout: 1500, start: site.origin })
  expect(result.visits.at(-1)).toMatchObject({ title: '/fine', status: 200 })
  const unread = result.breaches.filter(({ code }) => code === 'page-unreadable')
  expect(unread.map(({ url }) => url)).toEqual([`${site.origin}/bomb`])
  site.close()
})

const urlset = (inner: string) =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${inner}</urlset>`
// What is packed in pieces unpacks to all of them together: so it takes no time to pack.
const packed = (begin: string, piece: string, times: number, end: string): Buffer => {
  const megabyte = gzipSync(piece.repeat(2 ** 20 / piece.length + 1))
  const count = Math.ceil((times * piece.length) / 2 ** 20)
  return Buffer.concat([gzipSync(begin), ...Array(count).fill(megabyte), gzipSync(end)])
}
const [open, close] = urlset('|').split('|') as [string, string]
const bombs: Readonly<Record<string, () => Buffer>> = {
  'white space': () => packed(open, ' ', 200 * 2 ** 20, close),
  'one address': () => packed(`${open}<url><loc>`, 'x', 100 * 2 ** 20, `</loc></url>${close}`),
  'equal addresses': () => packed(open, '<url><loc>x</loc></url>', 8_000_000, close),
  depth: () => packed('<urlset>', '<a>', 30_000_000, ''),
}
for (const [what, make] of Object.entries(bombs)) {
  test(`a sitemap of 200 kB that unpacks to 100 MB and more of ${what} is given up in time`, {
    tag: '@nightly',
  }, async () => {
    const body = make()
    expect(body.length).toBeLessThan(500_000)
    const site = await serveSite({
      '/': snapshot('', 'Text'),
      '/robots.txt': 'Sitemap: ORIGIN/bomb.xml.gz\nSitemap: ORIGIN/good.xml',
      '/bomb.xml.gz': { body },
      '/good.xml': { body: urlset('<url><loc>ORIGIN/#!/listed</loc></url>') },
      [ugly('/listed')]: snapshot('/listed'),
    })
    const result = await crawl({ ...limits, timeout: 4000, start: site.origin })
    expect(result.breaches.map(({ code }) => code)).toContain('sitemap-unreadable')
    expect(result.visits.map(({ title }) => title)).toContain('/listed')
    site.close()
  })
}

test('50 pages of 8 MB are read in part, and none of them is kept', {
  tag: '@nightly',
}, async () => {
  const big = Buffer.from(`<title>Big</title><p>Text<!--${'x'.repeat(8 * 2 ** 20)}-->`)
  const all = Array.from({ length: 50 }, (_, n) => `<a href="/${n}">${n}</a>`).join(' ')
  const site = await serveSite({ '/': snapshot('', all) }, () => ({ body: big }))
  let most = 0
  const onVisit = () => {
    most = Math.max(most, process.memoryUsage().arrayBuffers)
  }
  const report = await crawl({ ...limits, start: site.origin, onVisit })
  expect(report.visits.filter(({ title }) => title === 'Big').length).toBe(50)
  expect(report.breaches.filter(({ code }) => code === 'page-cut').length).toBe(50)
  expect(most).toBeLessThan(200 * 2 ** 20)
  site.close()
})
