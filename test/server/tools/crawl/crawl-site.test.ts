/** A crawl finds every planted breach and nothing else, requests only allowed pages, and ends. */
import { expect } from '@playwright/test'
import { BREACHES } from '../../../../server/tools/crawl/breaches.ts'
import {
  type CrawlOptions,
  type CrawlReport,
  crawl,
} from '../../../../server/tools/crawl/crawl-site.ts'
import { FAULTS, faulty, otherwise } from '../../../fixtures/sites/faulty.ts'
import { type SiteInMemory, siteInMemory } from '../../../fixtures/sites/in-memory.ts'
import { type Answer, snapshot, ugly } from '../../../fixtures/sites/site.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('crawl')

const limits = { limit: 500, depth: 20, concurrency: 4, timeout: 60_000 }

const crawlOf = ({ origin, fetch }: SiteInMemory, over: Partial<CrawlOptions> = {}) =>
  crawl({ ...limits, start: origin, fetch, ...over })

const found = ({ breaches }: CrawlReport, { origin }: SiteInMemory) =>
  breaches.map(({ code, url }) => `${code} ${url.replace(origin, '')}`).sort()

const locs = (name: string, urls: readonly string[]) =>
  urls.map((url) => `<${name}><loc>${url}</loc></${name}>`).join('')
const urlset = (...urls: string[]) =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locs('url', urls)}</urlset>`
const index = (...urls: string[]) => ({
  body: `<sitemapindex>${locs('sitemap', urls)}</sitemapindex>`,
})

/** The faulty site; the state that hangs is never answered whole. */
function faultySite(): SiteInMemory {
  const site: SiteInMemory = siteInMemory(
    { ...faulty, [ugly('/hangs')]: { fails: 'the connection was closed' } },
    otherwise(() => site.origin),
  )
  return site
}

test('a crawl finds every planted breach and no other', async () => {
  const site = faultySite()
  const report = await crawlOf(site, { start: `${site.origin}/` })
  expect(found(report, site)).toEqual(FAULTS.map(([code, url]) => `${code} ${url}`).sort())
  // A robots.txt that is elsewhere would take the others away, and a plain reader finds others:
  // both have tests of their own.
  const plain = ['fragment-canonical', 'fragment-only', 'unreached']
  const planted = [...FAULTS.map(([code]) => code), 'robots-elsewhere', ...plain]
  expect(new Set(planted)).toEqual(new Set(Object.keys(BREACHES)))
})

test('a crawl requests each state once by its ugly URL, and no forbidden page or linked ugly URL', async () => {
  const site = faultySite()
  const report = await crawlOf(site, { start: site.origin })
  expect(new Set(site.asked).size).toBe(site.asked.length)
  expect(site.asked.filter((target) => /secret|private|never|#/.test(target))).toEqual([])
  expect(report.blocked).toBe(2)
  expect(report.visits[0]).toMatchObject({
    url: `${site.origin}/`,
    ugly: `${site.origin}/?_escaped_fragment_=`,
    status: 200,
    title: 'Home',
  })
  expect(report.visits.find(({ url }) => url.endsWith('#!/moved'))).toMatchObject({
    status: 301,
    redirect: `${site.origin}/#!/new`,
  })
})

test('a crawl requests no ugly URL of a page without the fragment tag', async () => {
  const site = siteInMemory({
    '/': '<!doctype html><title>Plain</title><p>Text <a href="/b">b</a>',
  })
  const report = await crawlOf(site, { start: site.origin })
  expect(site.asked.some((target) => target.includes('_escaped_fragment_'))).toBe(false)
  expect(found(report, site)).toEqual(['broken-state /b'])
})

test('a plain crawl requests no ugly URL, and lists the pages of the sitemap without a link to them', async () => {
  const page = (name: string, body = '', head = '') =>
    `<!doctype html><head><title>${name}</title>${head}</head><p>${name} ${body}</p>`
  const canonical = (href: string) => `<link rel="canonical" href="${href}">`
  const listed = ['/', '/s/a', '/s/c', '/s/lost', '/s/old', '/#!/b'].map((path) => `ORIGIN${path}`)
  const og = '<meta property="og:url" content="/#!/c">'
  const site = siteInMemory({
    '/': page('Home', '<a href="#!/b">b</a><a href="/s/a#x">a</a>'),
    '/s/a': page('A', '<a href="/s/c">c</a><a href="/s/old">o</a>', canonical('/#!/a')),
    '/s/old': { status: 301, headers: { location: '/s/c' } },
    '/s/c': page('C', '', canonical('/s/c') + og),
    '/s/lost': page('Lost'),
    '/sitemap.xml': { headers: { 'content-type': 'application/xml' }, body: urlset(...listed) },
  })
  const report = await crawlOf(site, { start: `${site.origin}/#!/b`, as: 'plain' })
  expect(found(report, site)).toEqual([
    ...['fragment-canonical /s/a', 'fragment-canonical /s/c'],
    ...['fragment-only /#!/b', 'unreached /s/lost', 'unreached /s/old'],
  ])
  const old = report.breaches.find(({ url }) => url.endsWith('/s/old'))
  expect(old?.detail).toBe(`it redirects to ${site.origin}/s/c: set index: false on its route`)
  expect(report.reach).toEqual({ listed: 6, reached: 3 })
  expect(site.asked.filter((target) => target.includes('_escaped_fragment_'))).toEqual([])
})

test('a site that opts out is not crawled by the scheme', async () => {
  const site = siteInMemory({
    '/': snapshot('', '<a href="#!/a">a</a>'),
    '/robots.txt': 'User-agent: *\nDisallow: /*_escaped_fragment_',
  })
  const report = await crawlOf(site, { start: site.origin })
  expect(report).toMatchObject({ optedOut: true, blocked: 1 })
  expect(report.visits.map(({ url }) => url)).toEqual([`${site.origin}/`])
})

test('while robots.txt fails, a crawl requests no page', async () => {
  const site = siteInMemory({ '/': snapshot('') }, () => ({ status: 503 }))
  expect((await crawlOf(site, { start: site.origin })).visits).toEqual([])
})

test('a crawl of an endless site ends at the limit and counts the URLs that are left', async () => {
  const site = siteInMemory({}, (target) => {
    const state = target.split('_escaped_fragment_=')[1]
    if (target === '/' || state === undefined) return undefined
    const next = ['a', 'b'].map((more) => `<a href="#!${state}/${more}">${more}</a>`)
    return /[\da-f]{16}/.test(state) ? { status: 404 } : snapshot(state, next.join(' ') + state)
  })
  const report = await crawlOf(site, { limit: 50, start: `${site.origin}/#!/x` })
  expect(report.visits.length).toBe(50)
  expect(report.left).toBeGreaterThan(0)
})

test('circular, deeply nested or huge indexes of sitemaps are read up to a limit', async () => {
  const site = siteInMemory(
    {
      '/': snapshot('', 'Text'),
      '/robots.txt': 'Sitemap: ORIGIN/circle.xml\nSitemap: ORIGIN/deep0.xml',
      '/circle.xml': index('ORIGIN/circle.xml', 'ORIGIN/circle2.xml'),
      '/circle2.xml': index('ORIGIN/circle.xml'),
    },
    (target): Answer | undefined => {
      const deep = /^\/deep(\d+)/.exec(target)?.[1]
      return deep && index(`ORIGIN/deep${Number(deep) + 1}.xml`)
    },
  )
  const report = await crawlOf(site)
  const sitemapsOf = (one: SiteInMemory) =>
    one.asked.filter((target) => target.endsWith('.xml')).sort()
  const names = ['circle', 'circle2', 'deep0', 'deep1', 'deep2', 'deep3']
  expect(sitemapsOf(site)).toEqual(names.map((name) => `/${name}.xml`))
  const detail = 'it is nested in 3 sitemap indexes'
  expect(report.breaches).toMatchObject([{ code: 'sitemap-unreadable', detail }])

  const all = Array.from({ length: 5000 }, (_, n) => `ORIGIN/w${n}.xml`)
  const wide = siteInMemory({ '/': snapshot('', 'Text'), '/sitemap.xml': index(...all) })
  const { breaches } = await crawlOf(wide)
  expect(sitemapsOf(wide)).toHaveLength(1000)
  expect(breaches.map((one) => one.detail)).toContain('only the first 1000 sitemaps were read')
})

test('sitemaps and robots.txt of another origin are not fetched, and are reported', async () => {
  const other = siteInMemory({}, () => ({ body: urlset('x') }), 'http://other.test')
  const to = (location: string) => ({ status: 302, headers: { location } })
  const own = ['index', 'sent', 'near'].map((name) => `ORIGIN/${name}.xml`)
  const sitemaps = [`${other.origin}/a.xml`, ...own]
  const site = siteInMemory({
    '/': snapshot('', 'Text'),
    '/robots.txt': to('/moved/robots.txt'),
    '/moved/robots.txt': sitemaps.map((url) => `Sitemap: ${url}\n`).join(''),
    '/index.xml': index(`${other.origin}/b.xml`),
    '/sent.xml': to(`${other.origin}/c.xml`),
    '/near.xml': to('/own.xml'),
    '/own.xml': { body: urlset('ORIGIN/#!/own') },
    [ugly('/own')]: snapshot('/own'),
  })
  const report = await crawlOf(site)
  const elsewhere = report.breaches.filter(({ code }) => code === 'sitemap-elsewhere')
  expect(elsewhere.map(({ url }) => url)).toEqual(
    ['a', 'b', 'c'].map((name) => `${other.origin}/${name}.xml`),
  )
  expect(report.visits.map(({ title }) => title)).toContain('/own')

  const detail = `${other.origin}/robots.txt`
  const sent = siteInMemory({ '/': snapshot('', 'Text'), '/robots.txt': to(detail) })
  expect((await crawlOf(sent)).breaches).toMatchObject([{ code: 'robots-elsewhere', detail }])
  expect(other.asked).toEqual([])
})

const BARE = { '/robots.txt': { status: 404 }, '/sitemap.xml': { status: 404 } }

test('redirects without end stop after 50, with one short report', async () => {
  const site = siteInMemory(BARE, (target) => ({
    ...{ status: 302, headers: { location: `/r${Number(target.slice(2)) + 1}` } },
  }))
  const start = `${site.origin}/r0`
  const result = await crawlOf(site, { limit: 1500, start })
  expect(result.visits.length).toBe(51)
  expect(result.breaches).toMatchObject([{ code: 'redirect-chain', url: start }])
  expect(result.breaches[0]?.detail.length).toBeLessThan(1000)
})

test('a crawl remembers only as many links as it may need', async () => {
  let next = 0
  const links = () => Array.from({ length: 2500 }, () => `<a href="/${next++}">x</a>`).join('')
  const site = siteInMemory(BARE, () => snapshot('', `Text ${links()}`))
  const report = await crawlOf(site, { limit: 10 })
  expect(report.visits.length).toBe(10)
  expect(report.left).toBeGreaterThan(20_000)
})
