/** The comparison of two pages. */
import { expect } from '@playwright/test'
import { compareFacts, judge } from '../../../../server/tools/verify/compare-pages.ts'
import { type ComparedFacts, readFacts } from '../../../../server/tools/verify/page-facts.ts'
import { appSite, PLANTED } from '../../../fixtures/sites/app.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('comparison')

test('a snapshot may leave something out, and may be held to the letter', () => {
  const page = readFacts(
    '<title>T</title><h1>A</h1><p>one two three</p><a href="#!/x">x</a>',
    'https://a.test/#!/y',
  )
  const less = readFacts('<title>T</title><h1>A</h1><p>one three</p>', 'https://a.test/#!/y')
  expect(judge(compareFacts(page, less))).toBe('subset')
  expect(judge(compareFacts(less, page))).toBe('different')
  expect(judge(compareFacts(page, page))).toBe('same')
})

// That one is missing is said by its status.
for (const [at, [difference]] of PLANTED.entries()) {
  if (difference === 'a state for another') continue
  test(`${difference} is a difference`, () => {
    const site = (planted: number | undefined) =>
      appSite(
        () => planted,
        () => 'https://a.test',
      )('/?_escaped_fragment_=/s1')
    const [own, changed] = [site(undefined), site(at)].map((html) =>
      readFacts(String(html), 'https://a.test/#!/s1'),
    ) as [ComparedFacts, ComparedFacts]
    expect(judge(compareFacts(own, changed))).toBe('different')
    expect(judge(compareFacts(own, own))).toBe('same')
  })
}

test('facts from markup leave out hidden text, and include shadow trees in place', () => {
  const { text, headings, links } = readFacts(
    '<title>T</title><x-a><template shadowrootmode="open"><h1>A</h1><slot></slot>' +
      '<x-b><template shadowrootmode="closed">b</template></x-b></template>' +
      '<a href="/c">c</a></x-a>' +
      '<h2 hidden>no</h2><p style="top: 0; display:none">no</p><p hidden="until-found">yes</p><template>no</template>',
    'https://a.test/',
  )
  expect([text, headings, links]).toEqual(['A\nb\nc\nyes', ['h1 A'], ['c <https://a.test/c>']])
})
