/**
 * The page that the server sends for an address, as campaigns, mail programs and sign-in services
 * leave it.
 */
import { expect } from '@playwright/test'
import { RequestAddresses, type SitePage } from '../../../../server/serve/handler/addresses.ts'
import { defineRoutes, int, readableScheme, route } from '../../../../src/index.ts'
import { suite } from '../../../run/suite.ts'
import { rows } from '../../helpers/rows.ts'

const test = suite('addresses')
const table = defineRoutes(
  { home: route(''), shop: route('/shop', { search: { page: int.optional(1) } }) },
  { readable: readableScheme('/s/') },
)
const reader = (facts: Partial<SitePage> = {}) => {
  const { readable } = table.options
  const page = { shell: () => undefined, table, readable, ...facts } as unknown as SitePage
  return new RequestAddresses({ origin: 'http://a.test', pages: new Map([['/', page]]) })
}
const addressOf = (target: string, facts?: Partial<SitePage>) => reader(facts).read(target)?.key

const UGLY = '/?_escaped_fragment_='
for (const [target, state] of rows`
  /                                           | ''
  /?utm_source=chatgpt.com                    | ''
  /?lang=de                                   | the app alone
  /?lang=de&fbclid=x                          | the app alone
  ${UGLY}/shop/                               | /shop
  ${UGLY}/                                    | ''
  ${UGLY}/shop?page=2%26access_token=secret   | /shop?page=2
  ${UGLY}/shop%26state=secret%26code=secret   | /shop
  ${UGLY}/shop%23access_token=secret          | /shop
  /s/shop/                                    | /shop
  ${UGLY}/shop?utm_source=x%26page=2          | /shop?page=2
  /s/shop?utm_source=x&page=2                 | /shop?page=2
  /s/shop.md?gclid=x                          | /shop
  /s/shop?page=2&access_token=secret          | /shop?page=2
  /s/shop?code=secret&state=secret            | /shop
  /s/shop.md?access_token=secret              | /shop
`)
  test(`${target} shows the state "${state}", and no secret`, () => {
    expect(addressOf(target)?.state ?? 'the app alone').toBe(state)
    expect(JSON.stringify(reader().read(target))).not.toContain('secret')
  })

test('the file of a page has the same ugly URLs', () => {
  const addresses = reader()
  const ofFile = '/index.html?_escaped_fragment_=/shop'
  expect(addresses.read(ofFile)?.key).toEqual(addressOf(`${UGLY}/shop`))
  expect(addresses.isSnapshot(ofFile)).toBe(true)
  // For people it is a file.
  expect(addresses.read('/index.html')).toBeNull()
  expect(addresses.read('/other/index.html?_escaped_fragment_=')).toBeNull()
})

test('a folder without its slash leads to the page of the folder', () => {
  const page = { shell: () => undefined, table } as unknown as SitePage
  const addresses = new RequestAddresses({
    origin: 'http://a.test',
    pages: new Map([['/docs/', page]]),
  })
  for (const [target, to] of rows`
    /docs                              | /docs/
    /docs?x=1                          | /docs/?x=1
    /docs?_escaped_fragment_=/shop     | /docs/?_escaped_fragment_=/shop
  `)
    expect(addresses.read(target)?.moved?.headers).toMatchObject({
      location: `http://a.test${to}`,
    })
  expect(addresses.read('/doc')).toBeNull()
})

test('a page that declares the params of its query ignores all other params', () => {
  expect(addressOf('/?utm_source=x&any=y', { query: [] })?.state).toBe('')
  expect(addressOf('/?lang=de', { query: ['lang'] })).toBeUndefined()
})

test('params of campaigns in the query of a page make no other snapshot', () => {
  expect(addressOf('/?utm_source=x&_escaped_fragment_=/shop')).toEqual(addressOf(`${UGLY}/shop`))
  expect(addressOf('/?lang=de&_escaped_fragment_=/shop')).not.toEqual(addressOf(`${UGLY}/shop`))
})

test('params of campaigns make no other snapshot of an adopted page either', () => {
  const facts = { table: undefined, readable: readableScheme('/s/') }
  const keyOf = (target: string) => addressOf(target, facts)
  expect(keyOf('/s/plants/leek?utm_source=x')).toEqual(keyOf('/s/plants/leek'))
  expect(keyOf(`${UGLY}/plants?page=2%26gclid=x`)).toEqual(keyOf(`${UGLY}/plants?page=2`))
  for (const own of ['ref=main', 'clid=2', '_ga=1'])
    expect(keyOf(`/s/git?${own}`)).not.toEqual(keyOf('/s/git'))
})

test('a flood of new targets evicts no target that was read twice', () => {
  const addresses = reader()
  const kept = `${UGLY}/shop?page=2`
  expect(addresses.recall(kept)).toBeUndefined()
  const read = addresses.read(kept)
  expect(addresses.recall(kept)).toBe(read)
  for (let id = 0; id < 20_000; id++) addresses.read(`${UGLY}/new/${id}`)
  expect([addresses.recall(kept), addresses.recall(`${UGLY}/new/0`)]).toEqual([read, undefined])
})
