/**
 * Requests that are malformed, hostile or odd, byte by byte over a socket. Each case says what must be in the answer and what
 * must not; every such phrase is a check in the tables below, and a phrase without one fails.
 */
import { expect, test } from '@playwright/test'
import cases from '../fixtures/bad-inputs.json' with { type: 'json' }
import { type Exchange, exchange, type RawResponse } from '../fixtures/site/raw.ts'
import { type StartedSite, startSite } from '../fixtures/site/site.ts'

let site: StartedSite
let plain: RawResponse
let shell: RawResponse

test.beforeAll(async () => {
  site = await startSite()
  plain = only(await send('GET /?_escaped_fragment_= HTTP/1.1\r\nHost: a.test\r\n\r\n'))
  shell = only(await send('GET / HTTP/1.1\r\nHost: a.test\r\n\r\n'))
})

test.afterAll(() => site.stop())

const send = (raw: string) => exchange(site.port, raw)
const only = ({ responses }: Exchange): RawResponse => {
  expect(responses).toHaveLength(1)
  return responses[0] as RawResponse
}
/** Headers that are the same for the same page at any time. */
const lasting = ({
  headers: { date: _, 'cache-control': __, 'keep-alive': ___, ...rest },
}: RawResponse) => rest
const same = (answer: RawResponse) => {
  expect(answer.body).toBe(plain.body)
  expect(lasting(answer)).toEqual(lasting(plain))
}
const has = (name: string, value: string | RegExp) => (answer: RawResponse) =>
  expect(answer.headers[name]).toMatch(value)
const text = ({ headers, body }: RawResponse) => JSON.stringify(headers) + body
const lacks = (what: string | RegExp) => (answer: RawResponse) =>
  expect(text(answer)).not.toMatch(what)
// Escaped characters are of the request's text, too; what counts is that no tag or handler came of it.
const reflects = lacks(/<script>alert|<[^>]* onerror=/)

type Check = (answer: RawResponse, whole: Exchange & { readonly renders: number }) => void

const musts: Record<string, Check> = {
  'snapshot of the no-hash page': ({ body }) => expect(body).toContain('The page without a state.'),
  "canonical = origin + '/' (no '#!')": (answer) => {
    expect(answer.headers.link).toBe('<http://a.test/>; rel="canonical"')
    expect(answer.body).toContain('<link rel="canonical" href="http://a.test/">')
  },
  'app shell': ({ body }) => expect(body).toBe(shell.body),
  'canonical href decodes to http://a.test/?myquery#!key1=value1&key2=value2': has(
    'link',
    '<http://a.test/?myquery#!key1=value1&key2=value2>',
  ),
  'Cache-Control: no-store or short': has('cache-control', 'no-store'),
  'Link/Location are pure ASCII': ({ headers }) =>
    expect(headers.link).toBe('<http://a.test/#!/items/%E6%97%A5%E6%9C%AC>; rel="canonical"'),
  'canonical contains %E2%80%AE': has('link', '%E2%80%AE'),
  'exactly one response': (_, { responses }) => expect(responses).toHaveLength(1),
  // Which says more than a time would: nothing had to be decoded, matched or rendered.
  'answered < 20 ms CPU': (_, { renders }) => expect(renders).toBe(0),
  'answered < 10 ms CPU': (_, { renders }) => expect(renders).toBe(0),
  'X-Content-Type-Options: nosniff': has('x-content-type-options', 'nosniff'),
  "CSP with script-src 'none'": has('content-security-policy', "script-src 'none'"),
  '400 (or 301 to the encoded form)': ({ status }) => expect(status).toBe(400),
  'Allow header if 405': has('allow', 'GET, HEAD'),
  'identical bytes to the plain request': same,
  'identical bytes': same,
  'identical bytes to a browser UA': same,
  'Allow: GET, HEAD': has('allow', 'GET, HEAD'),
  Allow: has('allow', 'GET, HEAD'),
  'Cache-Control: no-store (405 is heuristically cacheable)': has('cache-control', 'no-store'),
  'same headers as GET incl. ETag, Vary, Content-Length': (answer) =>
    expect(lasting(answer)).toEqual(lasting(plain)),
  'no body bytes': ({ body }) => expect(body).toBe(''),
  'no body': ({ body }) => expect(body).toBe(''),
  'closed or 4xx/5xx': (_, { responses, closed }) =>
    expect(responses.length === 0 && closed).toBe(true),
  'Connection: close': (answer, { closed }) => {
    expect(answer.headers.connection).toBe('close')
    expect(closed).toBe(true)
  },
  'connection closed': (_, { closed }) => expect(closed).toBe(true),
  ETag: ({ headers }) => expect(headers.etag).toBe(plain.headers.etag),
  Vary: has('vary', 'Accept-Encoding'),
  'Vary: Accept-Encoding': has('vary', 'Accept-Encoding'),
  'Cache-Control': has('cache-control', 'max-age='),
  Date: has('date', 'GMT'),
  '404 body': ({ body }) => expect(body).toContain('Nothing here'),
  Location: has('location', 'http://a.test/#!/items/1'),
  'Accept-Ranges: none or absent': ({ headers }) =>
    expect(headers['accept-ranges'] ?? 'none').toBe('none'),
  'no Content-Encoding': ({ headers }) => expect(headers['content-encoding']).toBeUndefined(),
  'Content-Type text/plain; utf-8': has('content-type', /^text\/plain;\s*charset=utf-8$/i),
}

const mustNots: Record<string, Check> = {
  'snapshot of state x': ({ body }) => expect(body).toBe(shell.body),
  '500': ({ status }) => expect(status).not.toBe(500),
  'render attempted': (_, { renders }) => expect(renders).toBe(0),
  'Object.prototype changed': () => expect(Object.keys(Object.prototype)).toEqual([]),
  "unescaped '<script' or 'onerror=' that came from the request": reflects,
  'stack trace': lacks(/\bat .*:\d+:\d+/),
  'absolute filesystem path': lacks(process.cwd()),
  '</script><script>': lacks('</script><script>'),
  'href="javascript:': lacks(/href=\\?"javascript:/),
  'host evil.test in any URL': lacks(/[a-z]+:\/\/evil\.test/),
  'root:x:0': lacks('root:x:0'),
  'snapshot of /items/1': lacks('Item 1'),
  'evil.test in canonical/sitemap/Location': lacks('evil.test'),
  'Location: //evil.test': ({ headers }) => expect(headers.location).toBeUndefined(),
  'content of a sibling directory with the same prefix': lacks('secret'),
  'evil.test in body': lacks('evil.test'),
  ':9919 in canonical': lacks(':9919'),
  'evil.test': lacks('evil.test'),
  'javascript:': lacks('javascript:'),
  secret123: lacks('secret123'),
  t0k3n: lacks('t0k3n'),
  // That it goes on answering is what every case closes with.
  'process exit': () => undefined,
  '304': ({ status }) => expect(status).not.toBe(304),
  '206 with gzip of the full body': ({ status }) => expect(status).toBe(200),
  "a rule line containing '#'": ({ body }) => expect(body).not.toMatch(/^\w+:.*#/m),
}

const expand = (raw: string) =>
  raw
    .replaceAll(/⟪rep:([^:⟫]*(?:: [^:⟫]*)?):(\d+)⟫/gs, (_, what: string, times: string) =>
      what.repeat(Number(times)),
    )
    .replaceAll('⟪etag⟫', (plain.headers.etag ?? '').slice(1, -1))

for (const { id, raw, expect: wanted, why, layer } of cases) {
  // Vite's own checks come before its middlewares: test/server/vite.spec.ts.
  if (layer === 'vite-dev') continue
  test(`${id}: ${why || raw.slice(0, 40).trim()}`, async () => {
    const before = site.renders
    const whole = { ...(await send(expand(raw))), renders: 0 }
    whole.renders = site.renders - before
    const [answer] = whole.responses
    if (layer !== 'node-connect') {
      expect(whole.responses).toHaveLength(1)
      expect(wanted.status).toContain(answer?.status)
    }
    for (const phrase of wanted.must)
      expect(musts, 'a check of the phrase').toHaveProperty([phrase])
    for (const phrase of wanted.mustNot)
      expect(mustNots, 'a check of the phrase').toHaveProperty([phrase])
    if (answer) {
      for (const phrase of wanted.must) musts[phrase]?.(answer, whole)
      for (const phrase of wanted.mustNot) mustNots[phrase]?.(answer, whole)
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
      if (answer.status >= 400) expect(answer.headers['cache-control']).toBe('no-store')
    }
    expect(only(await send('GET /healthz HTTP/1.1\r\nHost: a.test\r\n\r\n')).status).toBe(200)
    expect(site.events.filter(({ type }) => type === 'replaced')).toEqual([])
  })
}
