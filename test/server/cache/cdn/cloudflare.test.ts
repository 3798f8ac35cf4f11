/** What Cloudflare's API is asked, to the letter, and which of its answers are failures. */
import { expect } from '@playwright/test'
import { cloudflare } from '../../../../server/cache/cdn/cloudflare.ts'
import { type CdnApis, replaceFetch, TOKEN, ZONE } from '../../../fixtures/site/cdn-apis.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('cloudflare')

let apis: CdnApis
test.beforeEach(() => {
  apis = replaceFetch()
})
test.afterEach(() => apis.close())

const settings = () => ({ zone: ZONE, token: TOKEN, api: apis.cloudflare })
const numbered = (count: number, text: string) =>
  Array.from({ length: count }, (_, at) => text.replace('#', String(at)))

test('it is asked for everything, for 30 tags, files and prefixes at a time', async () => {
  const cdn = cloudflare(settings())
  expect(await cdn.purge({ everything: true })).toBeUndefined()
  const tags = numbered(31, 'product:#')
  const urls = numbered(31, 'https://shop.test/s/#')
  const prefixes = numbered(31, 'shop.test/s/#')
  expect(await cdn.purge({ tags, urls, prefixes })).toBeUndefined()
  const path = `/zones/${ZONE}/purge_cache`
  expect(apis.done).toEqual([
    `${path} {"purge_everything":true}`,
    ...[
      { tags: tags.slice(0, 30) },
      { tags: tags.slice(30) },
      { files: urls.slice(0, 30) },
      { files: urls.slice(30) },
      { prefixes: prefixes.slice(0, 30) },
      { prefixes: prefixes.slice(30) },
    ].map((body) => `${path} ${JSON.stringify(body)}`),
  ])
})

test('an answer of 200 that says it was not done is a failure; so is a redirect, which is not followed', async () => {
  for (const body of ['{"success":false,"errors":[{"code":1}]}', 'null', '<html>', '']) {
    apis.fail(1, 200, {}, body)
    expect(await cloudflare(settings()).purge({ everything: true })).toContain('answered 200')
  }
  apis.fail(1, 302, { location: `${apis.cloudflare}/elsewhere` })
  expect(await cloudflare(settings()).purge({ everything: true })).toContain('answered 302')
  expect(apis.asked).toBe(5)
})

test('no failure repeats the token', async () => {
  apis.fail(3, 503, { 'retry-after': '0' })
  const fault = await cloudflare(settings()).purge({ everything: true })
  expect(fault).toMatch(/^Cloudflare answered 503/)
  expect(fault).not.toContain(TOKEN)
})

test('a token that no header can hold is a fault of the settings, and never repeated', async () => {
  const wrong = cloudflare({ ...settings(), token: 'se\ncret' })
  expect(wrong.missing).toContain('the token of cloudflare() (not shown) has a line break')
  expect(wrong.missing).not.toContain('cret')
  expect(cloudflare({ token: TOKEN }).missing).toContain('set CLOUDFLARE_ZONE_ID')
})
