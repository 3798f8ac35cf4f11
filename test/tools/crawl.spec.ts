/** `hashbang crawl` finds every planted breach and nothing else, asks only for what it may, and ends. */
import { expect, test } from '@playwright/test'
import { BREACHES } from '../../dist/server/crawl/breaches.js'
import { type CrawlReport, crawl } from '../../dist/server/crawl/run.js'
import { FAULTS, faulty, otherwise } from '../fixtures/sites/faulty.ts'
import { type FixtureSite, serveSite, snapshot, ugly } from '../fixtures/sites/site.ts'
import { hashbang } from './command.ts'

const limits = { limit: 500, depth: 20, concurrency: 4, timeout: 60_000 }

const found = ({ breaches }: CrawlReport, { origin }: FixtureSite) =>
  breaches.map(({ code, url }) => `${code} ${url.replace(origin, '')}`).sort()

/** Serves the faulty site; the state that hangs is answered only when the crawler has given up. */
async function serveFaulty(): Promise<FixtureSite> {
  const hang = { status: 200, headers: { 'content-length': '9' }, body: '' }
  const site: FixtureSite = await serveSite(
    { ...faulty, [ugly('/hangs')]: hang },
    otherwise(() => site.origin),
  )
  return site
}

test('every planted breach is found, and none that is not planted', async () => {
  const site = await serveFaulty()
  const report = await crawl({ ...limits, start: `${site.origin}/` })
  expect(found(report, site)).toEqual(FAULTS.map(([code, url]) => `${code} ${url}`).sort())
  // A robots.txt that is elsewhere would take the others away, and how long a page takes to parse is the machine's affair: see
  // crawl-bounds.spec.ts.
  // Those of a plain reader have a test of their own.
  const plain = ['fragment-canonical', 'fragment-only', 'unreached']
  const planted = [...FAULTS.map(([code]) => code), 'robots-elsewhere', 'page-unreadable', ...plain]
  expect(new Set(planted)).toEqual(new Set(Object.keys(BREACHES)))
  site.close()
})

test('asks for ugly URLs in the place of pretty ones, for each once, and never for what is forbidden or linked ugly', async () => {
  const site = await serveFaulty()
  const report = await crawl({ ...limits, start: site.origin })
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
  site.close()
})

test('a page without the fragment tag is not asked for in its ugly form', async () => {
  const site = await serveSite({
    '/': '<!doctype html><title>Plain</title><p>Text <a href="/b">b</a>',
  })
  const report = await crawl({ ...limits, start: site.origin })
  expect(site.asked.some((target) => target.includes('_escaped_fragment_'))).toBe(false)
  expect(found(report, site)).toEqual(['broken-state /b'])
  site.close()
})

test('a plain reader cuts fragments, asks for no ugly URL, and tells what of the sitemap no links lead to', async () => {
  const page = (name: string, head: string, body: string) =>
    `<!doctype html><head><title>${name}</title>${head}</head><p>${name} ${body}</p>`
  const listed = ['/', '/s/a', '/s/c', '/s/lost', '/#!/b']
  const site = await serveSite({
    '/': page('Home', '', '<a href="#!/b">b</a><a href="/s/a#x">a</a>'),
    '/s/a': page('A', '<link rel="canonical" href="/#!/a">', '<a href="/s/c">c</a>'),
    '/s/c': page(
      'C',
      '<link rel="canonical" href="/s/c"><meta property="og:url" content="/#!/c">',
      '',
    ),
    '/s/lost': page('Lost', '', ''),
    '/sitemap.xml': {
      headers: { 'content-type': 'application/xml' },
      body: `<urlset>${listed.map((path) => `<url><loc>ORIGIN${path}</loc></url>`).join('')}</urlset>`,
    },
  })
  const report = await crawl({ ...limits, start: `${site.origin}/#!/b`, as: 'plain' })
  expect(found(report, site)).toEqual([
    'fragment-canonical /s/a',
    'fragment-canonical /s/c',
    'fragment-only /#!/b',
    'unreached /s/lost',
  ])
  expect(report.reach).toEqual({ listed: 5, reached: 3 })
  expect(site.asked.filter((target) => target.includes('_escaped_fragment_'))).toEqual([])
  site.close()
  const ended = await hashbang(['crawl', site.origin, '--as', 'browser'])
  expect(ended.code).toBe(2)
})

test('a site that opts out is not crawled by the scheme', async () => {
  const site = await serveSite({
    '/': snapshot('', '<a href="#!/a">a</a>'),
    '/robots.txt': 'User-agent: *\nDisallow: /*_escaped_fragment_',
  })
  const report = await crawl({ ...limits, start: site.origin })
  expect(report).toMatchObject({ optedOut: true, blocked: 1 })
  expect(report.visits.map(({ url }) => url)).toEqual([`${site.origin}/`])
  site.close()
})

test('while robots.txt cannot be had, nothing is asked for', async () => {
  const site = await serveSite({ '/': snapshot('') }, () => ({ status: 503 }))
  expect((await crawl({ ...limits, start: site.origin })).visits).toEqual([])
  site.close()
})

test('an endless site ends at the limit and says how much is left', async () => {
  const site = await serveSite({}, (target) => {
    const state = target.split('_escaped_fragment_=')[1]
    if (target === '/' || state === undefined) return undefined
    const next = ['a', 'b'].map((more) => `<a href="#!${state}/${more}">${more}</a>`)
    return /[\da-f]{16}/.test(state) ? { status: 404 } : snapshot(state, next.join(' ') + state)
  })
  const report = await crawl({ ...limits, limit: 50, start: `${site.origin}/#!/x` })
  expect(report.visits.length).toBe(50)
  expect(report.left).toBeGreaterThan(0)
  const shallow = await crawl({ ...limits, depth: 2, start: `${site.origin}/#!/x` })
  expect(shallow.visits.filter(({ ugly: asked }) => asked).length).toBe(7)
  site.close()
})

test('the command ends with 0, 1 or 2 for fine, found and misused, and prints lines or JSON', async () => {
  const site = await serveSite({
    '/': '<!doctype html><meta name="fragment" content="!"><title>App</title>',
    [ugly('')]: snapshot('', '<a href="#!/a">a</a>'),
    [ugly('/a')]: snapshot('/a'),
    '/bad': snapshot('', '<a href="?_escaped_fragment_=x">x</a>'),
  })
  const good = await hashbang(['crawl', site.origin])
  expect(good.code, good.stderr).toBe(0)
  expect(good.stdout).toContain(`200 ${site.origin}/#!/a /a\n`)
  expect(good.stdout).toContain('0 breaches.')
  const bad = await hashbang(['crawl', `${site.origin}/bad`, '--json'])
  expect(bad.code).toBe(1)
  expect(JSON.parse(bad.stdout).breaches).toMatchObject([{ code: 'ugly-link' }])
  for (const args of [
    ['crawl'],
    ['crawl', 'example'],
    ['crawl', site.origin, '--limit', 'x'],
    ['fly'],
  ]) {
    const { code, stderr } = await hashbang(args)
    expect([code, stderr.length > 0], stderr).toEqual([2, true])
  }
  site.close()
})
