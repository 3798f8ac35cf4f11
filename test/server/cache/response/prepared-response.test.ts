/** A page is refused where a client expects another one: RFC 9110, 13.1.1. */
import { expect } from '@playwright/test'
import { prepareResponse } from '../../../../server/cache/response/prepared-response.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('prepared-response')

const page = prepareResponse({ status: 200, headers: {}, body: Buffer.from('a page') })
const ask = async (headers: Record<string, string>) =>
  page.answer({ method: 'GET', target: '/', headers } as never, 'no-cache')

test('If-Match returns 412 with a message, unless it names the page', async () => {
  const { headers } = await ask({})
  const tag = String(headers.etag)
  for (const [expected, status] of [
    [tag, 200],
    [`"other", ${tag}`, 200],
    ['*', 200],
    ['"other"', 412],
    [`W/${tag}`, 412],
  ] as const)
    expect([expected, (await ask({ 'if-match': expected })).status]).toEqual([expected, status])
  const refused = await ask({ 'if-match': '"other"' })
  expect(refused.headers['cache-control']).toBe('no-store')
  expect(String(refused.body)).toContain('It has changed')
})
