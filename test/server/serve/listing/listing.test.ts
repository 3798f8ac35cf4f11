/** Listings that fail, wait or grow old, of a site whose states the test gives. */
import { mock } from 'node:test'
import { expect } from '@playwright/test'
import { Listing } from '../../../../server/serve/listing/listing.ts'
import type { SiteState } from '../../../../server/site/site-states.ts'
import { defineRoutes, html, htmlView, route } from '../../../../src/index.ts'
import { suite } from '../../../run/suite.ts'
import { folderWith } from '../../helpers/files.ts'

const test = suite('listing')

const HOUR = 3_600_000

/** A site that lists one state after `before`, in a time that the test sets. */
function setUp() {
  const time = mock.method(performance, 'now', () => at)
  let at = 0
  const failures: string[] = []
  const site = { listings: 0, before: async (): Promise<void> => undefined }
  async function* adopted(): AsyncGenerator<SiteState> {
    const number = ++site.listings
    await site.before()
    const [state, url] = [`/${number}`, `http://a.test/#!/${number}`]
    yield { name: '', page: '/', state, url, index: true }
  }
  const listing = new Listing({ origin: 'http://a.test', pages: {}, adopted }, (error) =>
    failures.push(String(error)),
  )
  const ask = async (target: string) => {
    const answer = await listing.handle({ method: 'GET', target, headers: {} })
    return answer && `${answer.status} ${answer.body}`
  }
  const pass = (ms: number) => {
    at += ms
  }
  return { site, failures, listing, ask, pass, [Symbol.dispose]: () => time.mock.restore() }
}

test('after an hour the states are listed again, and requests get the last listing meanwhile', async () => {
  using all = setUp()
  const { site, ask, pass } = all
  expect(await ask('/sitemap.xml')).toContain('<loc>http://a.test/#!/1</loc>')
  pass(HOUR - 1)
  await ask('/sitemap.xml')
  expect(site.listings).toBe(1)
  pass(1)
  let go: () => void = () => undefined
  site.before = () =>
    new Promise((resolve) => {
      go = resolve
    })
  expect(await ask('/sitemap.xml')).toContain('#!/1<')
  await expect.poll(() => site.listings).toBe(2)
  expect(await ask('/sitemap.xml')).toContain('#!/1<')
  go()
  await expect.poll(() => ask('/sitemap.xml')).toContain('#!/2<')
})

test('a listing that fails leaves robots.txt, and is tried again after 10 s', async () => {
  using all = setUp()
  const { site, failures, ask, pass } = all
  site.before = () => Promise.reject(new Error('no states'))
  expect(await ask('/sitemap.xml')).toMatch(/^503 /)
  expect(await ask('/robots.txt')).toMatch(/^200 /)
  expect([site.listings, failures]).toEqual([1, ['Error: no states']])
  site.before = async () => undefined
  pass(10_000)
  expect(await ask('/sitemap.xml')).toMatch(/^200 /)
})

test('a listing that waits for 30 s is reported with its likely cause', async () => {
  // The harness sets its own timer first.
  await new Promise(setImmediate)
  mock.timers.enable({ apis: ['setTimeout'] })
  using all = setUp()
  const { site, failures, ask } = all
  const waiting = new Promise<void>((resolve) => {
    site.before = () => {
      resolve()
      return new Promise(() => undefined)
    }
  })
  await ask('/robots.txt')
  await waiting
  mock.timers.tick(30_000)
  mock.timers.reset()
  expect(failures).toEqual([expect.stringMatching(/30000 ms.*context\(\)/)])
})

test('while states are read, a request gets their number', async () => {
  await new Promise(setImmediate)
  const late = mock.method(AbortSignal, 'timeout', () => AbortSignal.abort())
  async function* adopted(onState: () => void): AsyncGenerator<SiteState> {
    onState()
    onState()
    await new Promise(() => undefined)
  }
  const listing = new Listing({ origin: 'http://a.test', pages: {}, adopted }, () => undefined)
  const ask = () => listing.handle({ method: 'GET', target: '/sitemap.xml', headers: {} })
  await expect.poll(async () => String((await ask())?.body)).toContain('2 states read so far')
  late.mock.restore()
})

test('a route that lists none of its states has one warning of the server', async () => {
  const warnings: string[] = []
  const view = async () => ({ default: htmlView(() => html``) })
  const routes = defineRoutes({ word: route('/word/:lemma', { view }) })
  const tables = async () => [{ page: '/', routes: routes as never, makeContext: () => undefined }]
  const warn = (warning: string) => warnings.push(warning)
  const listing = new Listing({ origin: 'http://a.test', pages: {}, tables, warn }, (error) =>
    warnings.push(String(error)),
  )
  for (const target of ['/sitemap.xml', '/llms.txt'])
    await listing.handle({ method: 'GET', target, headers: {} })
  expect(warnings).toEqual([expect.stringMatching(/^HB110: .*"word"/)])
})

test('a closed listing lists nothing more', async () => {
  using all = setUp()
  const { site, failures, listing, ask } = all
  listing.close()
  expect(await ask('/sitemap.xml')).toMatch(/^503 /)
  expect([site.listings, failures]).toEqual([0, []])
})

test('a listing has an ETag and its exact paths only, and a file of the app goes first', async () => {
  using all = setUp()
  const { listing } = all
  const ask = (target: string, over: object = {}) =>
    listing.handle({ method: 'GET', target, headers: {}, ...over })
  const etag = (await ask('/sitemap.xml'))?.headers.etag ?? ''
  expect((await ask('/sitemap.xml', { headers: { 'if-none-match': etag } }))?.status).toBe(304)
  expect((await ask('/sitemap.xml', { method: 'HEAD' }))?.body).toHaveLength(0)
  for (const other of ['/', '/sitemap.xml?x', '/sitemap-9.xml.gz', '/a/robots.txt'])
    expect(await ask(other)).toBeNull()
  const assets = await folderWith({ 'robots.txt': '' })
  const own = new Listing({ origin: 'http://a.test', pages: {}, assets }, () => undefined)
  expect(await own.handle({ method: 'GET', target: '/robots.txt', headers: {} })).toBeNull()
  own.close()
})
