/** Sites that would hold a crawler, fill its memory or send it elsewhere: each costs what it may, is named, and the crawl goes on. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import fc from 'fast-check'
import robotsParser from 'robots-parser'
import { readDocument } from '../../dist/server/crawl/document.js'
import { readFacts } from '../../dist/server/crawl/facts.js'
import { parseRobots } from '../../dist/server/crawl/robots-policy.js'
import { crawl } from '../../dist/server/crawl/run.js'
import { type Answer, serveSite, snapshot, ugly } from '../fixtures/sites/site.ts'
import { hashbang } from './command.ts'

const limits = { limit: 200, depth: 20, concurrency: 4, timeout: 60_000 }
/** Of what has to be given up; enough for what is as it should be, also on a busy machine. */
const TIME = 4000
const codes = (report: Awaited<ReturnType<typeof crawl>>) => report.breaches.map(({ code }) => code)

/** Runs something that must not compute for long: `time` is what this process has computed, however busy the machine is. */
async function timed<T>(work: () => T | Promise<T>): Promise<{ result: T; time: number }> {
  const started = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(started)
  return { result, time: (user + system) / 1000 }
}

test('5,000 nested elements are read like any others', () => {
  const html = `<title>Deep</title>${'<div>'.repeat(5000)}<a href="#!/x">end</a>${'</div>'.repeat(5000)}<p>after`
  expect(readDocument(html)).toMatchObject({ title: 'Deep', links: ['#!/x'], text: 'end\nafter' })
  expect(readFacts(html, 'https://a.test/').text).toBe('end\nafter')
})

test('a page whose parsing takes minutes, or all memory, is given up, and the others are read', async () => {
  // Every paragraph opens again all that is bold: a hundred million elements.
  const bold = Array.from({ length: 2000 }, (_, n) => `<b id=${n}>`)
  const bomb = `<p>${bold.join('')}${'<p>x'.repeat(50_000)}`
  const site = await serveSite({
    '/': snapshot('', '<a href="/bomb">1</a> <a href="/fine">3</a>'),
    '/bomb': bomb,
    '/fine': snapshot('/fine', '<h1>Fine'),
  })
  const { result, time } = await timed(() =>
    crawl({ ...limits, timeout: TIME, start: site.origin }),
  )
  expect(result.visits.at(-1)).toMatchObject({ title: '/fine', status: 200 })
  const unread = result.breaches.filter(({ code }) => code === 'page-unreadable')
  expect(unread.map(({ url }) => url)).toEqual([`${site.origin}/bomb`])
  expect(time).toBeLessThan(15_000)
  site.close()
})

const path = `/${'a'.repeat(1500)}?_escaped_fragment_=${'a'.repeat(400)}`
for (const [what, body] of [
  ['one line of stars', `Disallow: /${'*a'.repeat(22_500)}b`],
  ['one line of stars that match', `Disallow: /${'*'.repeat(45_000)}`],
  ['many lines of stars', 'Disallow: /*a*a*a*a*a*a*ab\n'.repeat(1700)],
  ['long lines', `Disallow: /*${'a'.repeat(1000)}b\n`.repeat(45)],
] as const) {
  test(`45 kB of robots.txt, ${what}, is matched within a moment for each URL`, async () => {
    const robots = parseRobots('https://a.test/robots.txt', `User-agent: *\n${body}`, 'any')
    const { time } = await timed(() => {
      for (let n = 0; n < 100; n++) robots.allows(`https://a.test${path}${n}`)
    })
    expect(time).toBeLessThan(2500)
  })
}

test('rules are those of robots-parser, for any file', () => {
  const parse = robotsParser as unknown as (
    url: string,
    text: string,
  ) => { isAllowed(url: string, agent: string): boolean | undefined; getSitemaps(): string[] }
  const text = (units: string[]) =>
    fc.array(fc.constantFrom(...units), { maxLength: 7 }).map((parts) => parts.join(''))
  const pattern = text(['a', 'b', '/', '*', '$', '?', '=', '%2f', '%2F', 'é', '%25'])
  const line = fc.oneof(
    fc.tuple(fc.constantFrom('Allow', 'disallow'), pattern).map(([key, at]) => `${key}: /${at}`),
    fc.constantFrom('User-agent: *', 'user-agent: Me/2', 'User-agent: you', '# no', 'Sitemap: /s'),
  )
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 12 }),
      text(['a', 'b', '/', '?', '=', '%2F', 'é', '$']),
      (lines, rest) => {
        const file = `User-agent: *\n${lines.filter((one) => !/^sitemap/i.test(one)).join('\n')}\nDisallow: /none`
        const url = new URL(`https://a.test/${rest}`).href
        const theirs = parse('https://a.test/robots.txt', file).isAllowed(url, 'me') ?? true
        return parseRobots('https://a.test/robots.txt', file, 'me').allows(url) === theirs
      },
    ),
    { numRuns: 1000 },
  )
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
  test(`a sitemap of 200 kB that unpacks to 100 MB and more of ${what} is given up in time`, async () => {
    const body = make()
    expect(body.length).toBeLessThan(500_000)
    const site = await serveSite({
      '/': snapshot('', 'Text'),
      '/robots.txt': 'Sitemap: ORIGIN/bomb.xml.gz\nSitemap: ORIGIN/good.xml',
      '/bomb.xml.gz': { body },
      '/good.xml': { body: urlset('<url><loc>ORIGIN/#!/listed</loc></url>') },
      [ugly('/listed')]: snapshot('/listed'),
    })
    const { result, time } = await timed(() =>
      crawl({ ...limits, timeout: TIME, start: site.origin }),
    )
    expect(codes(result)).toContain('sitemap-unreadable')
    expect(result.visits.map(({ title }) => title)).toContain('/listed')
    expect(time).toBeLessThan(10_000)
    site.close()
  })
}

test('indexes of sitemaps that lead to each other, to ever deeper ones or to thousands are followed so far and no further', async () => {
  const index = (...urls: string[]) => ({
    body: `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`,
  })
  const site = await serveSite(
    {
      '/': snapshot('', 'Text'),
      '/robots.txt': 'Sitemap: ORIGIN/circle.xml\nSitemap: ORIGIN/deep0.xml',
    },
    (target): Answer | undefined => {
      if (target === '/circle.xml') return index('ORIGIN/circle.xml', 'ORIGIN/circle2.xml')
      if (target === '/circle2.xml') return index('ORIGIN/circle.xml')
      const deep = /^\/deep(\d+)/.exec(target)?.[1]
      return deep && index(`ORIGIN/deep${Number(deep) + 1}.xml`)
    },
  )
  const report = await crawl({ ...limits, start: site.origin })
  const asked = site.asked.filter((target) => target.endsWith('.xml'))
  expect(asked.sort()).toEqual(
    ['circle', 'circle2', 'deep0', 'deep1', 'deep2', 'deep3'].map((name) => `/${name}.xml`),
  )
  expect(report.breaches).toMatchObject([
    { code: 'sitemap-unreadable', detail: 'there are 3 indexes over this one' },
  ])
  site.close()

  const all = Array.from({ length: 5000 }, (_, n) => `ORIGIN/w${n}.xml`)
  const wide = await serveSite({ '/': snapshot('', 'Text'), '/sitemap.xml': index(...all) })
  const { breaches } = await crawl({ ...limits, start: wide.origin })
  expect(wide.asked.filter((target) => target.endsWith('.xml')).length).toBe(1000)
  expect(breaches.map(({ detail }) => detail)).toContain('only the first 1000 sitemaps were read')
  wide.close()
})

test('sitemaps and robots.txt of another origin are not fetched, by name or by redirect, and that is said', async () => {
  const other = await serveSite({}, () => ({ body: urlset('<url><loc>x</loc></url>') }))
  const to = (location: string) => ({ status: 302, headers: { location } })
  const site = await serveSite({
    '/': snapshot('', 'Text'),
    '/robots.txt': to('/moved/robots.txt'),
    '/moved/robots.txt': `Sitemap: ${other.origin}/a.xml\nSitemap: ORIGIN/index.xml\nSitemap: ORIGIN/sent.xml\nSitemap: ORIGIN/near.xml`,
    '/index.xml': {
      body: `<sitemapindex><sitemap><loc>${other.origin}/b.xml</loc></sitemap></sitemapindex>`,
    },
    '/sent.xml': to(`${other.origin}/c.xml`),
    '/near.xml': to('/own.xml'),
    '/own.xml': { body: urlset('<url><loc>ORIGIN/#!/own</loc></url>') },
    [ugly('/own')]: snapshot('/own'),
  })
  const report = await crawl({ ...limits, start: site.origin })
  const elsewhere = report.breaches.filter(({ code }) => code === 'sitemap-elsewhere')
  expect(elsewhere.map(({ url }) => url)).toEqual(
    ['a', 'b', 'c'].map((name) => `${other.origin}/${name}.xml`),
  )
  expect(report.visits.map(({ title }) => title)).toContain('/own')
  const { stderr } = await hashbang(['verify', '--no-sandbox', site.origin, '--sample', '1'])
  expect(stderr).toContain(
    `The sitemap ${other.origin}/a.xml is at another origin, and is not fetched.`,
  )
  site.close()

  const sent = await serveSite({
    '/': snapshot('', 'Text'),
    '/robots.txt': to(`${other.origin}/robots.txt`),
  })
  const { breaches } = await crawl({ ...limits, start: sent.origin })
  expect(breaches).toMatchObject([
    { code: 'robots-elsewhere', detail: `${other.origin}/robots.txt` },
  ])
  expect(other.asked).toEqual([])
  for (const one of [sent, other]) one.close()
})

test('50 pages of 8 MB are read in part, and none of them is kept', async () => {
  test.setTimeout(300_000)
  const big = Buffer.from(`<title>Big</title><p>Text<!--${'x'.repeat(8 * 2 ** 20)}-->`)
  const all = Array.from({ length: 50 }, (_, n) => `<a href="/${n}">${n}</a>`).join(' ')
  const site = await serveSite({ '/': snapshot('', all) }, () => ({ body: big }))
  let most = 0
  const onVisit = () => {
    most = Math.max(most, process.memoryUsage().arrayBuffers)
  }
  const report = await crawl({ ...limits, start: site.origin, onVisit })
  expect(report.visits.filter(({ title }) => title === 'Big').length).toBe(50)
  expect(codes(report).filter((code) => code === 'page-cut').length).toBe(50)
  expect(most).toBeLessThan(200 * 2 ** 20)
  site.close()
})

test('answers that drip are given up at the time for one, and the others are read', async () => {
  const drips: NodeJS.Timeout[] = []
  const server = createServer((req, res) => {
    res.writeHead(200, { 'content-type': 'text/html' })
    if (req.url === '/')
      return void res.end('<title>Home</title><a href="/drip">1</a><a href="/fine">2</a>')
    if (req.url !== '/drip') return void res.end('<title>Fine</title><p>Text')
    drips.push(setInterval(() => res.write('x'), 20))
  }).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const start = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const result = await crawl({ ...limits, timeout: TIME, start })
  expect(result.breaches).toMatchObject([
    { code: 'unreachable', url: `${start}drip`, detail: `no answer in ${TIME} ms` },
  ])
  expect(result.visits.map(({ title }) => title)).toEqual(['Home', undefined, 'Fine'])
  for (const drip of drips) clearInterval(drip)
  server.close()
  server.closeAllConnections()
})

test('redirects without end stop at the limit and are told in a line', async () => {
  const site = await serveSite(
    { '/robots.txt': { status: 404 }, '/sitemap.xml': { status: 404 } },
    (target) => ({
      status: 302,
      headers: { location: `/r${Number(target.slice(2)) + 1}` },
    }),
  )
  const { result, time } = await timed(() =>
    crawl({ ...limits, limit: 1500, depth: 5000, start: `${site.origin}/r0` }),
  )
  expect(result.visits.length).toBe(1500)
  expect(result.breaches).toMatchObject([{ code: 'redirect-chain', url: `${site.origin}/r0` }])
  expect(result.breaches[0]?.detail.length).toBeLessThan(1000)
  expect(time).toBeLessThan(20_000)
  site.close()
})

test('of links without end only so many are remembered as may matter', async () => {
  let next = 0
  const site = await serveSite(
    { '/robots.txt': { status: 404 }, '/sitemap.xml': { status: 404 } },
    () =>
      snapshot(
        '',
        `Text ${Array.from({ length: 2500 }, () => `<a href="/${next++}">x</a>`).join('')}`,
      ),
  )
  const report = await crawl({ ...limits, limit: 10, start: site.origin })
  expect(report.visits.length).toBe(10)
  expect(report.left).toBeGreaterThan(20_000)
  site.close()
})
