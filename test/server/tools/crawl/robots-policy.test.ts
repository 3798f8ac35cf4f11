/** robots.txt as a crawler reads it: as RFC 9309 says, whatever the file holds. */
import { expect } from '@playwright/test'
import fc from 'fast-check'
import robotsParser from 'robots-parser'
import { parseRobots } from '../../../../server/tools/crawl/robots-policy.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('robots.txt as a crawler reads it')

const path = `/${'a'.repeat(1500)}?_escaped_fragment_=${'a'.repeat(400)}`
// A matcher that tries every way to match would not come to an end.
for (const [what, body] of [
  ['one line of stars', `Disallow: /${'*a'.repeat(22_500)}b`],
  ['one line of stars that match', `Disallow: /${'*'.repeat(45_000)}`],
  ['many lines of stars', 'Disallow: /*a*a*a*a*a*a*ab\n'.repeat(1700)],
  ['long lines', `Disallow: /*${'a'.repeat(1000)}b\n`.repeat(45)],
] as const) {
  test(`45 kB of robots.txt, ${what}, is matched with each URL`, () => {
    const robots = parseRobots('https://a.test/robots.txt', `User-agent: *\n${body}`, 'any')
    const isOpen = what !== 'one line of stars that match'
    for (let n = 0; n < 100; n++) expect(robots.allows(`https://a.test${path}${n}`)).toBe(isOpen)
  })
}

test('rules are those of robots-parser, for any file', () => {
  const parse = robotsParser as unknown as (
    url: string,
    text: string,
  ) => { isAllowed(url: string, agent: string): boolean | undefined; getSitemaps(): string[] }
  const text = (units: string[]) =>
    fc.array(fc.constantFrom(...units), { maxLength: 7 }).map((parts) => parts.join(''))
  const pattern = text(['a', 'b', '/', '*', '$', '?', '=', '%2f', '%2F', 'é', '%25'])
  const line = fc.oneof(
    fc.tuple(fc.constantFrom('Allow', 'disallow'), pattern).map(([key, at]) => `${key}: /${at}`),
    fc.constantFrom('User-agent: *', 'user-agent: Me/2', 'User-agent: you', '# no', 'Sitemap: /s'),
  )
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 12 }),
      text(['a', 'b', '/', '?', '=', '%2F', 'é', '$']),
      (lines, rest) => {
        const file = `User-agent: *\n${lines.filter((one) => !/^sitemap/i.test(one)).join('\n')}\nDisallow: /none`
        const url = new URL(`https://a.test/${rest}`).href
        const theirs = parse('https://a.test/robots.txt', file).isAllowed(url, 'me') ?? true
        return parseRobots('https://a.test/robots.txt', file, 'me').allows(url) === theirs
      },
    ),
    { numRuns: 1000 },
  )
})
