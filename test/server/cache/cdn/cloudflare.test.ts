/** The calls to Cloudflare's API, to the letter, and which of its responses are failures. */
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
const purgeAll = () => cloudflare(settings()).purge({ everything: true })

test('a purge sends one request for everything, or one for each 30 tags, files or prefixes', async () => {
  expect(await purgeAll()).toBeUndefined()
  const numbered = (text: string) => Array.from({ length: 31 }, (_, at) => `${text}${at}`)
  const tags = numbered('product:')
  const urls = numbered('https://shop.test/s/')
  const prefixes = numbered('shop.test/s/')
  expect(await cloudflare(settings()).purge({ tags, urls, prefixes })).toBeUndefined()
  const lists = Object.entries({ tags, files: urls, prefixes })
  const bodies = lists.flatMap(([kind, all]) => [
    { [kind]: all.slice(0, 30) },
    { [kind]: all.slice(30) },
  ])
  expect(apis.done).toEqual(
    [{ purge_everything: true }, ...bodies].map(
      (body) => `/zones/${ZONE}/purge_cache ${JSON.stringify(body)}`,
    ),
  )
})

test('a 200 without success is a failure; so is a redirect, which is not followed', async () => {
  for (const body of ['{"success":false,"errors":[{"code":1}]}', 'null', '<html>', '']) {
    apis.fail(1, 200, {}, body)
    expect(await purgeAll()).toContain('answered 200')
  }
  apis.fail(1, 302, { location: `${apis.cloudflare}/elsewhere` })
  expect(await purgeAll()).toContain('answered 302')
  expect(apis.asked).toBe(5)
})

test('no failure repeats the token', async () => {
  apis.fail(3, 503, { 'retry-after': '0' })
  const fault = await purgeAll()
  expect(fault).toMatch(/^Cloudflare answered 503/)
  expect(fault).not.toContain(TOKEN)
  const { missing } = cloudflare({ ...settings(), token: 'se\ncret' })
  expect(missing).toContain('the token of cloudflare() (not shown) has a line break')
  expect(missing).not.toContain('cret')
  expect(cloudflare({ token: TOKEN }).missing).toContain('set CLOUDFLARE_ZONE_ID')
})
