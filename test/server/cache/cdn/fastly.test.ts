/** The calls to Fastly's API, to the letter. */
import { expect } from '@playwright/test'
import { fastly } from '../../../../server/cache/cdn/fastly.ts'
import { setVariable } from '../../../environment.ts'
import { type CdnApis, replaceFetch, SERVICE, TOKEN } from '../../../fixtures/site/cdn-apis.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('fastly')

let apis: CdnApis
test.beforeEach(() => {
  apis = replaceFetch()
})
test.afterEach(() => apis.close())

const settings = () => ({ service: SERVICE, token: TOKEN, api: apis.fastly })

test('a purge sends one request for everything, or one for each 256 keys and for each URL', async () => {
  const cdn = fastly(settings())
  expect(await cdn.purge({ everything: true })).toBeUndefined()
  const tags = Array.from({ length: 300 }, (_, at) => `product:${at}`)
  const urls = ['https://shop.test/?_escaped_fragment_=/a%20b', 'https://shop.test/s/a']
  expect(await cdn.purge({ tags, urls, prefixes: ['shop.test/s/x'] })).toBeUndefined()
  expect(apis.done).toEqual([
    `/service/${SERVICE}/purge_all`,
    `/service/${SERVICE}/purge ${JSON.stringify({ surrogate_keys: tags.slice(0, 256) })}`,
    `/service/${SERVICE}/purge ${JSON.stringify({ surrogate_keys: tags.slice(256) })}`,
    '/purge/shop.test/?_escaped_fragment_=/a%20b',
    '/purge/shop.test/s/a',
  ])
})

test('a purge stops at the first request that Fastly refuses', async () => {
  const wrong = fastly({ ...settings(), token: 'another' })
  const urls = ['http://shop.test/']
  expect(await wrong.purge({ tags: ['a'], urls, prefixes: [] })).toContain('Fastly answered 401')
  expect(apis.asked).toBe(1)
})

test('variables of the environment replace missing options', async () => {
  const undone = [setVariable('FASTLY_API_TOKEN', TOKEN), setVariable('FASTLY_SERVICE_ID', SERVICE)]
  try {
    expect(await fastly({ api: apis.fastly }).purge({ everything: true })).toBeUndefined()
  } finally {
    for (const undo of undone) undo()
  }
  expect(fastly({ service: SERVICE }).missing).toContain('set FASTLY_API_TOKEN')
  expect(fastly({ token: TOKEN }).missing).toContain('set FASTLY_SERVICE_ID')
})
