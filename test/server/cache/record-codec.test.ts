/**
 * Records that come from beyond this process, from anyone: each is a page as this server would answer it, with the headers
 * that protect its readers, or none. Planted ones never throw, and with a key only the holders of the key can plant any.
 */
import { createHash, createHmac } from 'node:crypto'
import { brotliCompressSync } from 'node:zlib'
import { expect } from '@playwright/test'
import fc from 'fast-check'
import { cacheKeyOf } from '../../../server/cache/cache-key.ts'
import { recordCodec } from '../../../server/cache/record-codec.ts'
import { send } from '../../../server/http/node-adapter.ts'
import { prepareResponse } from '../../../server/http/prepared-response.ts'
import { seed } from '../../run/seed.ts'
import { suite } from '../../run/suite.ts'
import { exchange } from '../http/exchange.ts'

const test = suite('record-codec')

const MOST = 100_000
const RUNS = process.env.LONG_PROPERTIES === '1' ? 10_000 : 600
const at = cacheKeyOf('/', '', '/a')
const codec = recordCodec({ scope: 'one', most: MOST })
const signed = recordCodec({ scope: 'one', key: 'a key that is long enough', most: MOST })
const html = Buffer.from('<h1>a</h1>')
const LINK = '<http://a.test/#!/a>; rel="canonical"'
const page = {
  entry: prepareResponse({
    status: 200,
    headers: { link: LINK, 'content-language': 'en', 'x-robots-tag': 'noindex' },
    body: html,
    lastModified: 1_700_000_000_000,
  }),
  maxAge: 60_000,
  age: 10,
}

const GOOD = {
  key: at.key,
  scope: 'one',
  generation: '1-1',
  status: 200,
  headers: { link: LINK } as Record<string, unknown>,
  bytes: html.length,
  maxAge: 1000,
  madeAt: 1_700_000_000_000,
}

/** A record of whatever head, whole and with its sum. */
function plant(head: unknown, body = html, key?: string): Buffer {
  const text = Buffer.from(typeof head === 'string' ? head : JSON.stringify(head))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length)
  const rest = Buffer.concat([length, text, brotliCompressSync(body)])
  const hash = key === undefined ? createHash('sha256') : createHmac('sha256', key)
  return Buffer.concat([Buffer.from('hashbang'), hash.update(rest).digest(), rest])
}

for (const [what, one] of [
  ['without a key', codec],
  ['with one', signed],
] as const) {
  test(`what is written ${what} is read as it was`, async () => {
    const read = await one.read(at, await one.write(at, page, '7-1'))
    expect(read?.generation).toBe('7-1')
    expect(read?.page.entry).toMatchObject({
      status: 200,
      body: html,
      lastModified: 1_700_000_000_000,
      headers: page.entry.headers,
    })
    expect(read?.page.maxAge).toBe(60_000)
  })
}

test('a redirect is read as it was, and nothing else that has no body', async () => {
  const headers = { location: 'http://a.test/#!/b' }
  const entry = prepareResponse({ status: 301, headers, body: Buffer.alloc(0) })
  const read = await codec.read(at, await codec.write(at, { ...page, entry }, '1-1'))
  expect(read?.page.entry).toMatchObject({ status: 301, headers })
  for (const status of [204, 205, 206, 304, 302]) {
    const other = plant({ ...GOOD, status, bytes: 0 }, Buffer.alloc(0))
    expect([status, await codec.read(at, other)]).toEqual([status, undefined])
  }
})

test('a page that is never old is written as one that is fresh for a year', async () => {
  const forever = { ...page, maxAge: Number.POSITIVE_INFINITY }
  const read = await codec.read(at, await codec.write(at, forever, '1-1'))
  expect(read?.page.maxAge).toBe(365 * 86_400_000)
})

test('a record that is not signed with the key is no page', async () => {
  const unsigned = await codec.write(at, page, '1-1')
  const wrong = plant(GOOD, html, 'another key that is as long')
  for (const record of [unsigned, wrong]) expect(await signed.read(at, record)).toBeUndefined()
  expect(await signed.read(at, plant(GOOD, html, 'a key that is long enough'))).toBeDefined()
  expect(await codec.read(at, await signed.write(at, page, '1-1'))).toBeUndefined()
})

test('a record of another scope is no page: another origin, build or version', async () => {
  const other = recordCodec({ scope: 'two', most: MOST })
  expect(await other.read(at, await codec.write(at, page, '1-1'))).toBeUndefined()
})

const bad: [what: string, head: object][] = [
  ['a status that there is not', { status: 9999 }],
  ['a status that is no number', { status: '200' }],
  ['half a status', { status: 200.5 }],
  ['a status of a failure', { status: 500 }],
  ['headers that are a list', { headers: ['x'] }],
  ['no headers', { headers: null }],
  ['a header that is no text', { headers: { link: { toString: 1 } } }],
  ['a length that is negative', { bytes: -1 }],
  ['a length that is not its own', { bytes: html.length - 1 }],
  ['an age that is no number', { maxAge: null }],
  ['an age beyond all measure', { maxAge: 1e300 }],
  ['a date that is none', { lastModified: 1e300 }],
  ['a date of the time before', { madeAt: -1 }],
  ['no generation', { generation: undefined }],
]
for (const [what, over] of bad) {
  test(`a record with ${what} is no page`, async () => {
    expect(await codec.read(at, plant(GOOD))).toBeDefined()
    expect(await codec.read(at, plant({ ...GOOD, ...over }))).toBeUndefined()
  })
}

test('a record that claims to be small does not inflate beyond that', async () => {
  const stored = (text: string) => ({
    ...page,
    entry: prepareResponse({ status: 200, headers: { link: LINK }, body: Buffer.from(text) }),
  })
  const small = await codec.write(at, stored('small'), '0-1')
  const bomb = Buffer.concat([small, brotliCompressSync(Buffer.alloc(2_000_000))])
  expect(await codec.read(at, bomb)).toBeUndefined()
  const big = await codec.write(at, stored('x'.repeat(MOST + 1)), '0-1')
  expect(big.length).toBeLessThan(1000)
  expect(await codec.read(at, big)).toBeUndefined()
})

test('headers that protect readers are ours, and others are taken only as this server writes them', async () => {
  const headers = {
    'content-security-policy': "script-src 'unsafe-inline'",
    'x-content-type-options': 'no',
    'content-type': 'text/javascript',
    'set-cookie': 'a=b',
    'content-length': '1',
    link: '<http://a.test/>; rel="canonical"\r\nset-cookie: a=b',
    'content-language': 'en\n',
    'x-robots-tag': 'all',
    __proto__: 'x',
  }
  const read = await codec.read(at, plant({ ...GOOD, headers }))
  const response = await read?.page.entry.answer({ method: 'GET', target: '/', headers: {} }, 'x')
  expect(response?.headers).toEqual({
    'content-security-policy': expect.stringContaining("script-src 'none'"),
    'x-content-type-options': 'nosniff',
    'content-type': 'text/html; charset=utf-8',
    'content-length': String(html.length),
    'cache-control': 'x',
    vary: 'Accept-Encoding',
    etag: expect.any(String),
  })
})

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\r\n', 'http://a.test/', LINK, `${LINK}\r\nx: y`, 'text/html', '__proto__'),
)
const value = fc.oneof(
  fc.jsonValue(),
  text,
  fc.double(),
  fc.constantFrom(9999, -1, 200, 301, 302, 304, 1e300, html.length),
)
const headers = fc.oneof(
  value,
  fc.dictionary(
    fc.oneof(
      text,
      fc.constantFrom(
        'link',
        'location',
        'content-security-policy',
        'content-type',
        'x-robots-tag',
      ),
    ),
    fc.oneof(text, value),
  ),
)
/** Mostly what is right: it takes but one fault to be no page. */
const mostly = <T>(right: fc.Arbitrary<T>, wrong: fc.Arbitrary<unknown> = value) =>
  fc.oneof({ weight: 19, arbitrary: right }, wrong)
const head = fc.record({
  key: mostly(fc.constant(at.key)),
  scope: mostly(fc.constant('one')),
  generation: mostly(fc.constant('1-1')),
  status: mostly(fc.constantFrom(200, 200, 200, 201, 301, 304, 9999)),
  headers: fc.oneof(fc.constant({ link: LINK, location: 'http://a.test/' }), headers),
  lastModified: mostly(fc.constant(undefined)),
  bytes: mostly(fc.constant(undefined)),
  maxAge: mostly(fc.nat()),
  madeAt: mostly(fc.nat()),
})
const record = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(head, fc.constantFrom(html, Buffer.alloc(0)))
      .map(([one, body]) => plant({ ...one, bytes: one.bytes ?? body.length }, body)),
  },
  fc.jsonValue().map((one) => plant(JSON.stringify(one) ?? '')),
  fc.string({ unit: 'binary' }).map((one) => plant(one)),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc.tuple(fc.nat(200), fc.nat(255), fc.nat(200)).map(([place, byte, end]) => {
    const whole = plant(GOOD)
    whole[place % whole.length] = byte
    return whole.subarray(0, whole.length - (end > 150 ? end - 150 : 0))
  }),
)

test(
  'planted records are written to clients with their policy, or are no pages',
  async () => {
    let pages = 0
    await fc.assert(
      fc.asyncProperty(record, async (one) => {
        const read = await codec.read(at, one)
        if (read === undefined) return
        const request = { method: 'GET', target: '/', headers: {} }
        const answer = await read.page.entry.answer(request, 'no-cache')
        const { status, headers, body } = await exchange((req, res) => send(req, res, answer))
        pages += 1
        expect(headers.get('x-content-type-options')).toBe('nosniff')
        expect(headers.get('set-cookie')).toBeNull()
        if (status === 301 || status === 302) return expect(body).toBe('')
        expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
        expect(headers.get('content-security-policy')).toContain("script-src 'none'")
      }),
      { numRuns: RUNS, seed },
    )
    expect(pages).toBeGreaterThan(RUNS / 20)
  },
  { timeout: 180_000 },
)
