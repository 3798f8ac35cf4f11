/** Records of pages: read as they were written, or not at all. */
import { randomBytes } from 'node:crypto'
import { brotliCompressSync } from 'node:zlib'
import { expect } from '@playwright/test'
import { recordCodec } from '../../../server/cache/record-codec.ts'
import { prepareResponse } from '../../../server/cache/response/prepared-response.ts'
import {
  redirectResponse,
  type SnapshotFacts,
  snapshotResponse,
} from '../../../server/serve/http/responses.ts'
import { suite } from '../../run/suite.ts'

const test = suite('record-codec')

const codec = recordCodec(100_000)
const facts = {
  ...{
    status: 200,
    lang: 'en',
    canonical: 'http://a.test/s/a',
    fault: 'none' as const,
    indexable: true,
  },
  ...{ tags: { 'cache-tag': 'a' }, alternate: 'http://a.test/s/a' },
}

const written = (text: string, more: Pick<SnapshotFacts, 'lastModified' | 'form'>) =>
  snapshotResponse(Buffer.from(text), { ...facts, ...more })

for (const [name, response] of [
  ['a page', written('<p>naïve 日本', { lastModified: 1e12, form: 'crawler' })],
  ['Markdown', written('# a\n', { lastModified: undefined, form: 'markdown' })],
  ['a redirect', redirectResponse(301, 'http://a.test/s/a.md', { byAccept: true })],
] as const) {
  test(`${name} reads back as it was written`, async () => {
    const record = { page: { response, maxAge: 1000, age: 10 }, tags: ['hb', 'a'], begun: 7 }
    const read = await codec.read(await codec.write(record))
    expect(read).toMatchObject({ tags: ['hb', 'a'], begun: 7, page: { maxAge: 1000 } })
    expect(read?.page.age).toBeGreaterThanOrEqual(10)
    const { status, headers, body, lastModified } = response
    expect(read?.page.response).toMatchObject({ status, headers, body })
    expect(read?.page.response.lastModified).toBe(lastModified)
  })
}

test('a page that never expires is written with a year of freshness', async () => {
  const response = prepareResponse({ status: 200, headers: {}, body: Buffer.from('a') })
  const page = { response, maxAge: Number.POSITIVE_INFINITY, age: 0 }
  const read = await codec.read(await codec.write({ page, tags: [], begun: 1 }))
  expect(read?.page.maxAge).toBe(365 * 86_400_000)
})

test('neither other bytes nor a record that is larger than any page is read', async () => {
  const large = JSON.stringify({ body: 'x'.repeat(300_000), tags: [] })
  for (const text of ['', 'null', '[]', '{"tags":[]}', '{"body":"a"}', large])
    expect([text.slice(0, 20), await codec.read(brotliCompressSync(text))]).toEqual([
      text.slice(0, 20),
      undefined,
    ])
  expect(await codec.read(randomBytes(100))).toBeUndefined()
  expect(await codec.read(Buffer.alloc(0))).toBeUndefined()
})
