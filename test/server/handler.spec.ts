/** The HTTP response for each kind of page. */
import { expect, test } from '@playwright/test'
import { exchange } from '../fixtures/site/raw.ts'
import { type StartedSite, startSite } from '../fixtures/site/site.ts'
import { list } from './helpers/rows.ts'

let site: StartedSite

test.beforeAll(async () => {
  site = await startSite()
})
test.afterAll(() => site.stop())

async function get(state: string, headers: Record<string, string> = {}, method = 'GET') {
  const fields = Object.entries({ host: 'a.test', ...headers }).map(
    ([key, value]) => `${key}: ${value}\r\n`,
  )
  const target =
    state.startsWith('?') || state === '/'
      ? state.replace('?', '/?')
      : `/?_escaped_fragment_=${encodeURIComponent(state)}`
  const { responses } = await exchange(
    site.port,
    `${method} ${target} HTTP/1.1\r\n${fields.join('')}\r\n`,
  )
  expect(responses).toHaveLength(1)
  return responses[0] as (typeof responses)[0]
}

const KEPT = expect.stringMatching(
  /^max-age=[56]\d, stale-while-revalidate=3600, stale-if-error=3600$/,
)

const NO_STORE = { 'cache-control': 'no-store' }
const NOT_INDEXED = { ...NO_STORE, 'x-robots-tag': 'noindex' }
const ENCODED = { vary: 'Accept-Encoding' }

const STATUSES: [state: string, status: number, headers: Record<string, unknown>][] = [
  [
    '',
    200,
    {
      ...{ 'cache-control': KEPT, 'content-language': 'en', ...ENCODED },
      link: '<http://a.test/>; rel="canonical"',
    },
  ],
  ['/items/a b', 200, { link: '<http://a.test/#!/items/a%20b>; rel="canonical"' }],
  ['/search?q=x', 200, { 'x-robots-tag': 'noindex' }],
  ['/old', 301, { location: 'http://a.test/#!/items/1', 'cache-control': KEPT }],
  ['/moved', 302, { location: 'http://a.test/#!/items/%E6%97%A5%E6%9C%AC' }],
  ['/nope', 404, { ...NOT_INDEXED, ...ENCODED }],
  ['/gone', 410, NOT_INDEXED],
  ['/fault/throw', 500, NO_STORE],
  ['x'.repeat(2049), 414, NO_STORE],
  ['\u0000', 400, NO_STORE],
  ['?_escaped_fragment_=a&b', 400, NO_STORE],
  ['/', 200, { 'cache-control': 'no-cache', ...ENCODED }],
]

for (const [state, status, headers] of STATUSES) {
  test(`answers ${JSON.stringify(state.slice(0, 40))} with ${status} and its headers, to HEAD too`, async () => {
    const answer = await get(state)
    expect(answer.status).toBe(status)
    expect(answer.headers).toMatchObject({ ...headers, 'x-content-type-options': 'nosniff' })
    if (status === 200) expect(answer.headers.etag).toMatch(/^"[\w-]{27}"$/)
    else expect(answer.headers.etag).toBeUndefined()
    const { 'cache-control': _, date: __, ...wanted } = (await get(state)).headers
    const head = await get(state, {}, 'HEAD')
    expect([head.status, head.body]).toEqual([status, ''])
    expect(head.headers).toMatchObject(wanted)
  })
}

test('a snapshot has a content security policy that blocks scripts, the app has none', async () => {
  expect((await get('')).headers['content-security-policy']).toContain("script-src 'none'")
  expect((await get('/')).headers['content-security-policy']).toBeUndefined()
})

test('each encoding has the same content and its own ETag, and only that ETag returns 304', async () => {
  const tags: string[] = []
  const texts: string[] = []
  for (const coding of ['identity', 'gzip', 'br']) {
    const known = (etag: string) =>
      get('/big', { 'accept-encoding': coding, 'if-none-match': etag })
    const response = await site.snapshot('/big', { 'accept-encoding': coding })
    const { headers } = response
    expect(headers.get('content-encoding')).toBe(coding === 'identity' ? null : coding)
    const etag = headers.get('etag') ?? ''
    const raw = await known(etag)
    expect(raw.status).toBe(304)
    expect(raw.headers).toMatchObject({ etag, vary: 'Accept-Encoding' })
    expect(raw.headers['cache-control']).toContain('max-age=')
    expect(raw.headers).not.toHaveProperty('content-length')
    // fetch has decoded it; that the length was another shows that it was encoded.
    const text = await response.text()
    texts.push(text)
    if (coding !== 'identity')
      expect(Number(headers.get('content-length'))).toBeLessThan(text.length / 2)
    for (const other of tags) expect((await known(other)).status).toBe(200)
    tags.push(etag)
  }
  expect([new Set(tags).size, new Set(texts).size]).toEqual([3, 1])
})

test('a route with lastModified is answered 304 by date, unless an ETag differs', async () => {
  const { headers } = await get('/dated')
  expect(headers['last-modified']).toBe('Sun, 02 Feb 2020 02:02:02 GMT')
  const since = (date: string, more = {}) => get('/dated', { 'if-modified-since': date, ...more })
  expect((await since('Sun, 02 Feb 2020 02:02:02 GMT')).status).toBe(304)
  expect((await since('Sun, 02 Feb 2020 02:02:01 GMT')).status).toBe(200)
  expect((await since('Sun, 02 Feb 2030 02:02:02 GMT', { 'if-none-match': '"x"' })).status).toBe(
    200,
  )
  expect((await get('', { 'if-modified-since': 'Sun, 02 Feb 2030 02:02:02 GMT' })).status).toBe(200)
})

test('one state in many spellings is one page, rendered once, with one ETag', async () => {
  const spellings = list`
    /search?q=A&page=2   | /search?page=2&q=A         | /search?q=%41&page=2
    /%73earch?q=A&page=2 | /search?q=A&page=2&~=there | /search?q=A&page=%32
  `
  const before = site.renders
  const answers = []
  for (const spelling of spellings) answers.push(await get(spelling))
  expect(site.renders - before).toBe(1)
  expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1)
  expect(new Set(answers.map(({ headers }) => headers.link)).size).toBe(1)
})

test('made-up queries and states are answered, but not cached', async () => {
  const { entries } = site.site.cached
  const renders = site.renders
  for (let n = 0; n < 3; n++) {
    const query = await fetch(`${site.url}/?made-up=1&_escaped_fragment_=/items/7`)
    expect([query.status, await query.text()]).toEqual([200, expect.stringContaining('Item 7')])
    const key = await site.snapshot('/items/7?made-up=1')
    expect([key.status, await key.text()]).toEqual([200, expect.stringContaining('Item 7')])
  }
  expect(site.renders - renders).toBe(6)
  expect(site.site.cached.entries).toBe(entries)
  // The route's own time still holds.
  for (let n = 0; n < 2; n++) expect((await site.snapshot('/search?q=made-up')).status).toBe(200)
  expect(site.renders - renders).toBe(7)
})

test('the query of the page stays in its URL, and in no other URL', async () => {
  expect((await get('?lang=de&_escaped_fragment_=/items/1')).headers.link).toContain(
    '<http://a.test/?lang=de#!/items/1>',
  )
  expect((await get('/items/1')).headers.link).toContain('<http://a.test/#!/items/1>')
})

const HOSTILE = {
  'x-forwarded-host': 'evil.test',
  'x-forwarded-proto': 'javascript://a.test/%0aalert(1)//',
  'x-forwarded-port': '80"><script>',
  'x-forwarded-prefix': '/%2e%2e/evil',
  ...{ forwarded: 'host=evil.test;proto=https', via: '1.1 evil.test' },
  ...{ 'x-original-url': '/?_escaped_fragment_=/admin', 'x-rewrite-url': '/admin' },
  ...{ 'x-http-method-override': 'DELETE', 'x-middleware-subrequest': 'middleware:middleware' },
  ...{ rsc: '1', 'x-matched-path': '/items/2', 'x-now-route-matches': '1=/items/2' },
  'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)',
  ...{ cookie: 'session=secret123', authorization: 'Bearer t0k3n' },
  ...{ accept: 'application/json', 'accept-language': 'de', purpose: 'prefetch' },
  ...{ range: 'bytes=0-0', 'if-range': '"x"', pragma: 'no-cache', 'cache-control': 'no-store' },
  ...{ origin: 'http://evil.test', referer: 'http://evil.test/', constructor: 'x' },
}
test('hostile headers of the first request do not change the page for other clients', async () => {
  site.site.purge()
  const poisoned = await get('/items/1', HOSTILE)
  const clean = await get('/items/1')
  site.site.purge()
  const never = await get('/items/1')
  for (const { body, headers } of [poisoned, clean])
    expect([body, headers.etag]).toEqual([never.body, never.headers.etag])
  expect(JSON.stringify(clean)).not.toMatch(/evil|secret123|t0k3n|javascript:/)
})
