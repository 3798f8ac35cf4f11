/** crawl and verify read a state from each of its addresses, and write all of them. */
import { expect } from '@playwright/test'
import { readableOf } from '../../../../server/site/adopted-pages.ts'
import { STATE_PREFIXES, stateShape } from '../../../../server/site/adopted-urls.ts'
import { crawledStates, stateAddresses } from '../../../../server/tools/crawl/state-addresses.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('addresses of states')

const pageUrl = 'https://a.test/app'

for (const prefix of STATE_PREFIXES)
  test(`a state behind ${prefix} is read from each address of it`, () => {
    const shape = stateShape(prefix, readableOf('/app', '/s/'))
    for (const state of ['', '/a', '/a?b=c']) {
      const shown = shape.fragmentUrl(pageUrl, state)
      const ugly = `${pageUrl}?_escaped_fragment_=${state}`
      const listed = shape.listedUrl(pageUrl, state)
      for (const url of [shown, ugly, listed])
        expect(stateAddresses(url, { shape, pageUrl })).toEqual({ state, shown, ugly, listed })
    }
    for (const url of ['https://a.test/other', 'https://b.test/app', `${pageUrl}#`])
      expect(stateAddresses(url, { shape, pageUrl })).toBeNull()
  })

test('a crawl keeps URLs of #! as they are, and reads other states from ugly URLs', () => {
  const ugly = `${pageUrl}?_escaped_fragment_=/a`
  expect(crawledStates('#!').ofUrl(ugly)).toBe(ugly)
  for (const prefix of ['#/', '#'] as const)
    expect(crawledStates(prefix).ofUrl(ugly)).toBe(`${pageUrl}#/a`)
  expect(crawledStates('#/').ofLink(`${pageUrl}#/a`)).toBe(`${pageUrl}#/a`)
  // In a snapshot, a fragment alone is an id.
  expect(crawledStates('#').ofLink(`${pageUrl}#a`)).toBe(pageUrl)
  expect(crawledStates('#').uglyOf(`${pageUrl}#/a`)).toBe(ugly)
})
