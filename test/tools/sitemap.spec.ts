/** Sitemap and robots.txt list what the table says, in the form that the protocol and RFC 9309 ask for. */
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { defineRoutes, html, htmlView, readableScheme, route, type Table } from 'hashbang-router'
import { validateXML } from 'xmllint-wasm'
import { parseRobots } from '../../dist/server/crawl/robots-policy.js'
import type { HandlerRequest } from '../../dist/server/http/types.js'
import { loadConfig } from '../../dist/server/site/load-config.js'
import { listedUrl, siteStates } from '../../dist/server/site/states.js'
import { createListing } from '../../dist/server/sitemap/listing.js'
import { robotsText } from '../../dist/server/sitemap/robots-txt.js'
import {
  type SitemapEntry,
  type SitemapFile,
  sitemapFiles,
} from '../../dist/server/sitemap/sitemap-xml.js'
import { hashbang } from './command.ts'

const catalogue = join('test', 'fixtures', 'catalogue')
const config = ['-c', join(catalogue, 'hashbang.config.mjs')]
const schemas = {
  sitemap: createRequire(import.meta.url)
    .resolve('sitemap/package.json')
    .replace('package.json', 'schema/sitemap.xsd'),
  index: join(catalogue, 'siteindex.xsd'),
}

/** What xmllint says against a document. */
async function faults(xml: string, schema: keyof typeof schemas): Promise<string[]> {
  const xsd = await readFile(schemas[schema], 'utf8')
  const { errors } = await validateXML({ xml, schema: xsd, maxMemoryPages: 8192 })
  return errors.map(({ message }) => message)
}

const locations = (xml: string) =>
  [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url?.replaceAll('&amp;', '&'))

const content = ({ type, body }: SitemapFile) =>
  (type === 'application/gzip' ? gunzipSync(body) : body).toString()

async function* listOf(count: number, size = 0): AsyncGenerator<SitemapEntry> {
  for (let index = 0; index < count; index++) {
    yield {
      url: `https://a.test/#!/${index}&${'x'.repeat(size)}`,
      lastModified: new Date(index * 1e9),
    }
  }
}

async function all(entries: AsyncIterable<SitemapEntry>, limits?: { urls: number; bytes: number }) {
  const files: SitemapFile[] = []
  for await (const file of sitemapFiles(entries, 'https://a.test/', limits)) files.push(file)
  return files
}

const many = { urls: 10, bytes: 1e9 }

for (const { count, names } of [
  { count: 0, names: [] },
  { count: 1, names: ['sitemap.xml'] },
  { count: 10, names: ['sitemap.xml'] },
  { count: 11, names: ['sitemap-1.xml.gz', 'sitemap-2.xml.gz', 'sitemap.xml'] },
  { count: 25, names: ['sitemap-1.xml.gz', 'sitemap-2.xml.gz', 'sitemap-3.xml.gz', 'sitemap.xml'] },
]) {
  test(`${count} URLs at ten a file make ${names.join(', ') || 'no file'}`, async () => {
    const files = await all(listOf(count), many)
    expect(files.map(({ name }) => name)).toEqual(names)
    const isSplit = names.length > 1
    const parts = isSplit ? files.slice(0, -1) : files
    expect(parts.flatMap((part) => locations(content(part)))).toEqual(
      Array.from({ length: count }, (_, index) => `https://a.test/#!/${index}&`),
    )
    for (const part of parts) expect(await faults(content(part), 'sitemap')).toEqual([])
    const index = files.at(-1)
    if (!isSplit || index === undefined) return
    expect(await faults(content(index), 'index')).toEqual([])
    expect(locations(content(index))).toEqual(
      names.slice(0, -1).map((name) => `https://a.test/${name}`),
    )
  })
}

test('a file stays below the size that the protocol allows', async () => {
  const files = await all(listOf(300, 1900), { urls: 1e9, bytes: 200_000 })
  const sizes = files.slice(0, -1).map((file) => content(file).length)
  expect(Math.max(...sizes)).toBeLessThan(200_000)
  expect(sizes.length).toBeGreaterThan(3)
})

test('the command lists pretty URLs of all that may be indexed, the home page without #!', async () => {
  const out = await mkdtemp(join(tmpdir(), 'sitemap-'))
  const { code, stdout, stderr } = await hashbang(['sitemap', ...config, '-o', out])
  expect(code, stderr).toBe(0)
  expect(stdout).toContain('508 URLs.')
  expect(await readdir(out)).toEqual(['sitemap.xml'])
  const xml = await readFile(join(out, 'sitemap.xml'), 'utf8')
  expect(await faults(xml, 'sitemap')).toEqual([])
  const urls = locations(xml)
  expect(urls[0]).toBe('https://catalogue.test/')
  expect(urls).toContain('https://catalogue.test/#!/items/na%C3%AFve%20art')
  expect(urls).toContain('https://catalogue.test/#!colour=a%26b&size=XL')
  expect(urls).toContain('https://catalogue.test/#!/list?page=2')
  expect(
    urls.filter((url) => /_escaped_fragment_=|draft$|account\/(?!help)/.test(url ?? '')),
  ).toEqual([])
  expect(new Set(urls).size).toBe(urls.length)
  const listed = await hashbang(['sitemap', ...config, '--list'])
  expect(listed.stdout.trim().split('\n')).toEqual(urls)
})

test('with --heads pictures and languages come from the heads of the pages', async () => {
  const out = await mkdtemp(join(tmpdir(), 'sitemap-'))
  await hashbang(['sitemap', ...config, '-o', out, '--heads'])
  const xml = await readFile(join(out, 'sitemap.xml'), 'utf8')
  expect(xml).toContain('<image:loc>https://cdn.test/a.png?b=1&amp;c=2</image:loc>')
  expect(xml).toContain('<xhtml:link rel="alternate" hreflang="de" href="https://de.test/"/>')
})

test('robots.txt allows what the table says is to be indexed, forbids the rest, and names the sitemap', async () => {
  const { code, stdout, stderr } = await hashbang(['robots', ...config])
  expect(code, stderr).toBe(0)
  expect(stderr).toContain('says what the tables say')
  expect(stdout).toContain('Sitemap: https://catalogue.test/sitemap.xml')
  const { allows, sitemaps } = parseRobots('https://catalogue.test/robots.txt', stdout, 'any')
  expect(sitemaps).toEqual(['https://catalogue.test/sitemap.xml'])
  const asked = (state: string) => allows(`https://catalogue.test/?_escaped_fragment_=${state}`)
  for (const state of ['', '/items/n1', '/account/help', '/drafts'])
    expect([state, asked(state)]).toEqual([state, true])
  for (const state of ['/account/ann', '/account/zoe', '/draft', '/draft?x=1'])
    for (const spelled of [state, encodeURIComponent(state)])
      expect([spelled, asked(spelled)]).toEqual([spelled, false])
})

const table = (index: boolean): Table =>
  defineRoutes({
    home: route(''),
    any: route(':any', { index }),
    word: route('/word/:word', {}),
  }) as unknown as Table
const robots = (over: object) =>
  robotsText({ origin: 'https://a.test', apps: [{ page: '/', routes: table(true) }], ...over })

test('readable addresses are listed where they are on, and robots.txt forbids those of hidden routes', async () => {
  const view = async () => ({ default: htmlView(() => html`x`) })
  const table = defineRoutes(
    {
      home: route('', { view }),
      item: route('/items/a', { view }),
      search: route('/search', { index: false }),
      tag: route('tag=:tag', { index: false }),
    },
    { readable: readableScheme('/s/') },
  ) as unknown as Table
  const apps = [{ page: '/', routes: table, context: undefined }]
  const states = siteStates(apps, 'https://a.test', new AbortController().signal)
  const listed: string[][] = []
  for await (const state of states)
    listed.push([listedUrl(state, 'readable'), listedUrl(state, 'pretty')])
  expect(listed).toContainEqual(['https://a.test/s/items/a', 'https://a.test/#!/items/a'])
  expect(listed).toContainEqual(['https://a.test/', 'https://a.test/'])
  const text = robotsText({ origin: 'https://a.test', apps })
  const { allows } = parseRobots('https://a.test/robots.txt', text, 'any')
  const allowed = [
    '/',
    '/s/items/a',
    '/s/search',
    '/s/search?q=x',
    '/s/!/tag=x',
    '/s/searching',
  ].map((path) => allows(`https://a.test${path}`))
  expect(allowed).toEqual([true, true, false, false, false, true])
})

test('opting out forbids every ugly URL and no other', () => {
  const { optedOut, allows } = parseRobots(
    'https://a.test/robots.txt',
    robots({ optOut: true }),
    'x',
  )
  expect(optedOut).toBe(true)
  expect(allows('https://a.test/')).toBe(true)
})

test('a hidden route that takes nearly all states is left to noindex: a rule for it would take the others along', () => {
  const text = robots({ apps: [{ page: '/', routes: table(false) }] })
  const { allows } = parseRobots('https://a.test/robots.txt', text, 'x')
  const asked = (state: string) => allows(`https://a.test/?_escaped_fragment_=${state}`)
  for (const state of ['/word/x', '%2Fword%2Fx', '', 'bare'])
    expect([state, asked(state)]).toEqual([state, true])
  expect(text).toContain('Disallow:\n')
})

test('a prefix is written as crawlers ask for it, and one with # is refused', async () => {
  expect(robots({ disallow: ['/my account/'] })).toContain(
    'Disallow: /?*_escaped_fragment_=/my%2520account/\n',
  )
  expect(() => robots({ disallow: ['#!/private'] })).toThrow(/"#" begins a comment.*"\/private"/)
  const { code, stderr } = await hashbang(['robots', ...config, '--disallow', '#!/x'])
  expect([code, stderr]).toEqual([2, expect.stringContaining('begins a comment')])
})

test('the server answers both, from a listing of its own, and a file among the assets goes first', async () => {
  const { config: site } = await loadConfig(config[1])
  const listing = createListing(site)
  const ask = async (target: string, over: Partial<HandlerRequest> = {}) =>
    listing({ method: 'GET', target, headers: {}, ...over })
  const answer = await ask('/sitemap.xml')
  expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'application/xml' } })
  expect(await faults(String(answer?.body), 'sitemap')).toEqual([])
  expect(String((await ask('/robots.txt'))?.body)).toContain(
    'Sitemap: https://catalogue.test/sitemap.xml',
  )
  const etag = answer?.headers.etag ?? ''
  expect((await ask('/sitemap.xml', { headers: { 'if-none-match': etag } }))?.status).toBe(304)
  expect((await ask('/sitemap.xml', { method: 'HEAD' }))?.body).toHaveLength(0)
  for (const other of ['/', '/sitemap.xml?x', '/sitemap-9.xml.gz', '/a/robots.txt'])
    expect(await ask(other)).toBeNull()
  await listing.close()
  const assets = await mkdtemp(join(tmpdir(), 'assets-'))
  await writeFile(join(assets, 'robots.txt'), '')
  const own = createListing({ ...site, assets })
  expect(await own({ method: 'GET', target: '/robots.txt', headers: {} })).toBeNull()
})
