/** What the server shows for an address, as campaigns, mail programs and sign-in services leave it. */
import { expect } from '@playwright/test'
import {
  createRequestParser,
  type PageFacts,
} from '../../../../server/serve/handler/parse-request.ts'
import { placesOf } from '../../../../server/serve/handler/path-pages.ts'
import { defineRoutes, int, readableScheme, route } from '../../../../src/index.ts'
import { suite } from '../../../run/suite.ts'
import { rows } from '../../helpers/rows.ts'

const test = suite('parse-request')
const table = defineRoutes(
  { home: route(''), shop: route('/shop', { search: { page: int.optional(1) } }) },
  { readable: readableScheme('/s/') },
)
const origin = 'http://a.test'
const place = placesOf(origin, new Map([['/', { shell: {} as never, table: table as never }]]))
const parser = (facts: Partial<PageFacts> = {}) =>
  createRequestParser({
    origin,
    place,
    facts: (path) => (path === '/' ? ({ table, ...facts } as unknown as PageFacts) : undefined),
  })
const addressOf = (target: string, facts?: Partial<PageFacts>) =>
  parser(facts).parse(target)?.located?.address

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
    expect(JSON.stringify(parser().parse(target))).not.toContain('secret')
  })

test('a page that declares the parameters of its query is shown whatever else is there', () => {
  expect(addressOf('/?utm_source=x&any=y', { query: [] })?.state).toBe('')
  expect(addressOf('/?lang=de', { query: ['lang'] })).toBeUndefined()
})

test('what campaigns add to the query of a page makes no other snapshot', () => {
  expect(addressOf('/?utm_source=x&_escaped_fragment_=/shop')).toEqual(addressOf(`${UGLY}/shop`))
  expect(addressOf('/?lang=de&_escaped_fragment_=/shop')).not.toEqual(addressOf(`${UGLY}/shop`))
})

test('a flood of new targets makes the parser forget none that was parsed twice', () => {
  const { recall, parse } = parser()
  const kept = `${UGLY}/shop?page=2`
  expect(recall(kept)).toBeUndefined()
  const parsed = parse(kept)
  expect(recall(kept)).toBe(parsed)
  for (let id = 0; id < 20_000; id++) parse(`${UGLY}/new/${id}`)
  expect([recall(kept), recall(`${UGLY}/new/0`)]).toEqual([parsed, undefined])
})
