/**
 * Records that come from beyond this process, from anyone: each is a page as this server would answer it, with the headers
 * that protect its readers, or none. Planted ones never throw, and with a key only the holders of the key can plant any.
 */
import { createHash } from 'node:crypto'
import { brotliCompressSync } from 'node:zlib'
import { expect } from '@playwright/test'
import fc from 'fast-check'
import { cacheKeyOf, inPlaceOf } from '../../../server/cache/cache-key.ts'
import { recordCodec } from '../../../server/cache/record-codec.ts'
import { send } from '../../../server/http/node-adapter.ts'
import { prepareResponse } from '../../../server/http/prepared-response.ts'
import { redirectResponse, snapshotResponse } from '../../../server/http/responses.ts'
import { numRuns } from '../../run/seed.ts'
import { suite } from '../../run/suite.ts'
import { list, rows } from '../helpers/rows.ts'
import { exchange } from '../http/exchange.ts'

const test = suite('record-codec')

const MOST = 100_000
const RUNS = numRuns(600, 10_000)
const at = cacheKeyOf('/', '', '/a')
const codec = recordCodec({ scope: 'one', most: MOST })
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
function plant(head: unknown, body = html): Buffer {
  const text = Buffer.from(typeof head === 'string' ? head : JSON.stringify(head))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length)
  const rest = Buffer.concat([length, text, brotliCompressSync(body)])
  const sum = createHash('sha256').update(rest).digest()
  return Buffer.concat([Buffer.from('hashbang'), sum, rest])
}

test('what is written is read as it was', async () => {
  const read = await codec.read(at, await codec.write(at, page, '7-1'))
  expect(read).toMatchObject({ generation: '7-1', page: { maxAge: 60_000 } })
  const { headers } = page.entry
  const lastModified = 1_700_000_000_000
  expect(read?.page.entry).toMatchObject({ status: 200, body: html, lastModified, headers })
})

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

const facts = {
  ...{ status: 200, lang: 'en', canonical: 'http://a.test/s/a', indexable: true, tags: {} },
  ...{ lastModified: undefined, alternate: 'http://a.test/s/a' },
}
const markdown = cacheKeyOf('/', '', '/a', { markdown: true })
const live = cacheKeyOf('/', '', '/a', { live: true })
const asMarkdown = snapshotResponse('# a\n', { ...facts, live: false, markdown: true })
const asLive = snapshotResponse('<p>a', { ...facts, live: true, byNavigation: true })
const moved = redirectResponse(301, 'http://a.test/s/a.md', true)

for (const [what, entry, address, vary, other] of [
  ['Markdown', asMarkdown, markdown, 'Accept', live],
  ['a page of a navigation', asLive, live, 'Accept, Sec-Fetch-Mode', inPlaceOf(live)],
  ['a redirect to Markdown', moved, markdown, 'Accept', live],
] as const) {
  test(`${what} comes back as it was, and as nothing else`, async () => {
    const record = await codec.write(address, { entry, maxAge: 1000, age: 0 }, '1')
    const { page } = (await codec.read(address, record)) ?? {}
    expect({ ...page?.entry.headers }).toEqual({ ...entry.headers })
    expect(page?.entry.headers.vary).toBe(vary)
    expect(await codec.read(other, record)).toBeUndefined()
  })
}

test('a page that is never old is written as one that is fresh for a year', async () => {
  const forever = { ...page, maxAge: Number.POSITIVE_INFINITY }
  const read = await codec.read(at, await codec.write(at, forever, '1-1'))
  expect(read?.page.maxAge).toBe(365 * 86_400_000)
})

test('a record of another scope is no page: another origin, build or version', async () => {
  const other = recordCodec({ scope: 'two', most: MOST })
  expect(await other.read(at, await codec.write(at, page, '1-1'))).toBeUndefined()
})

for (const [what, json] of rows`
  a status that there is not     | {"status": 9999}
  a status that is no number     | {"status": "200"}
  half a status                  | {"status": 200.5}
  a status of a failure          | {"status": 500}
  headers that are a list        | {"headers": ["x"]}
  no headers                     | {"headers": null}
  a header that is no text       | {"headers": {"link": {"toString": 1}}}
  a length that is negative      | {"bytes": -1}
  a length that is not its own   | {"bytes": ${html.length - 1}}
  an age that is no number       | {"maxAge": null}
  an age beyond all measure      | {"maxAge": 1e300}
  a date that is none            | {"lastModified": 1e300}
  a date of the time before      | {"madeAt": -1}
  no generation                  | {"generation": null}
`) {
  test(`a record with ${what} is no page`, async () => {
    expect(await codec.read(at, plant(GOOD))).toBeDefined()
    expect(await codec.read(at, plant({ ...GOOD, ...JSON.parse(json) }))).toBeUndefined()
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

/** The headers of answers, which are ours, and those that a record may have, only as this server writes them. */
const OURS = list`
  content-length | content-type | content-security-policy | x-content-type-options | cache-control
  vary | etag | last-modified | date | connection | keep-alive
`
const ITS: Readonly<Record<string, RegExp>> = {
  link: /^<http:\/\/a\.test\/[^\s<>]*>; rel="canonical"$/,
  location: /^http:\/\/a\.test\//,
  'content-language': /^[\w-]+$/,
  'x-robots-tag': /^noindex$/,
}

const HOSTILE = [
  ...['\r\n', 'http://a.test/', LINK, `${LINK}\r\nx: y`, 'text/html', '__proto__', 'en', 'en\n'],
  ...['all', 'noindex', 'no', '1', "script-src 'unsafe-inline'"],
]
const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...HOSTILE))
const numbers = fc.constantFrom(9999, -1, 200, 301, 302, 304, 1e300, html.length)
const value = fc.oneof(fc.jsonValue(), text, fc.double(), numbers)
const name = [...OURS, ...Object.keys(ITS), 'set-cookie']
const headers = fc.oneof(
  value,
  fc.dictionary(fc.constantFrom(...name), fc.constantFrom(...HOSTILE)),
  fc.dictionary(fc.oneof(text, fc.constantFrom(...name)), fc.oneof(text, value)),
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
const nearlyGood = fc
  .tuple(head, fc.constantFrom(html, Buffer.alloc(0)))
  .map(([one, body]) => plant({ ...one, bytes: one.bytes ?? body.length }, body))
const damaged = fc.tuple(fc.nat(200), fc.nat(255), fc.nat(200)).map(([place, byte, end]) => {
  const whole = plant(GOOD)
  whole[place % whole.length] = byte
  return whole.subarray(0, whole.length - Math.max(0, end - 150))
})
const record = fc.oneof(
  { weight: 8, arbitrary: nearlyGood },
  fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' })).map((one) => plant(one ?? '')),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  damaged,
)

test('planted records are written to clients with their policy, or are no pages', async () => {
  let pages = 0
  await fc.assert(
    fc.asyncProperty(record, async (one) => {
      const read = await codec.read(at, one)
      if (read === undefined) return
      const answer = await read.page.entry.answer({ method: 'GET', target: '/', headers: {} }, 'x')
      const { status, headers, body } = await exchange((req, res) => send(req, res, answer))
      pages += 1
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      for (const [name, value] of headers)
        if (!OURS.includes(name))
          expect([name, value]).toEqual([name, expect.stringMatching(ITS[name] ?? /$^/)])
      expect(headers.get('cache-control')).toBe('x')
      if (status === 301 || status === 302) return expect(body).toBe('')
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(headers.get('content-length')).toBe(String(Buffer.byteLength(body)))
      expect(headers.get('content-security-policy')).toContain("script-src 'none'")
    }),
    { numRuns: RUNS },
  )
  expect(pages).toBeGreaterThan(RUNS / 20)
})
