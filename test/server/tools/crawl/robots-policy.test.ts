/** robots.txt as a crawler reads it, with any content. */
import { expect } from '@playwright/test'
import { parseRobots } from '../../../../server/tools/crawl/robots-policy.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('robots.txt as a crawler reads it')

test('the group of the crawler goes before that of all, and a rule that is too long is left out', () => {
  const file = `User-agent: *\nDisallow: /\n\nUser-agent: hashbang-crawl\nDisallow: /a*b\nDisallow: /${'*a'.repeat(22_500)}\nSitemap: /map.xml`
  const { allows, sitemaps, optedOut } = parseRobots('https://a.test/robots.txt', file)
  expect(['/a', '/axb', '/aaa'].map((path) => allows(`https://a.test${path}`))).toEqual([
    ...[true, false, true],
  ])
  expect([allows('https://b.test/axb'), optedOut]).toEqual([true, false])
  expect(sitemaps).toEqual(['https://a.test/map.xml'])
})

test('a site that forbids every ugly URL has opted out', () => {
  const file = 'User-agent: *\nDisallow: /*_escaped_fragment_'
  const { allows, optedOut } = parseRobots('https://a.test/robots.txt', file)
  expect([optedOut, allows('https://a.test/')]).toEqual([true, true])
})
