/** A list of differences is exact beside the Chromium that it was made with, and warns beside another. */
import { expect, test } from '@playwright/test'
import { differing, expectListed, MADE_WITH } from './listed.ts'

const SAME = `${MADE_WITH}.0.1.2`
const OTHER = `${MADE_WITH + 1}.0.1.2`
const FOUND = differing({ a: 1, b: 2, c: 3 }, { a: 1, b: 5, c: 6 })

/** What is warned of meanwhile, and written to the test. */
function warnings(work: () => void): readonly string[] {
  const said: string[] = []
  const { warn } = console
  console.warn = (text: string) => said.push(text)
  try {
    work()
  } finally {
    console.warn = warn
  }
  const { annotations } = test.info()
  expect(annotations.map(({ description }) => description)).toEqual(said)
  return said
}

for (const [what, listed, told] of [
  ['what is new', ['b'], '"c"'],
  ['what is gone', ['b', 'c', 'd'], '"d"'],
] as const) {
  test(`beside the same Chromium ${what} fails`, () => {
    expect(warnings(() => expect(() => expectListed(SAME, FOUND, listed)).toThrow())).toEqual([])
  })

  test(`beside another Chromium ${what} is a warning, and written to the test`, () => {
    expect(warnings(() => expectListed(OTHER, FOUND, listed))).toEqual([
      expect.stringMatching(new RegExp(`Chromium ${OTHER}.*${MADE_WITH}[^]*${told}`)),
    ])
  })
}

test('what is listed passes beside any, and what does not last may be gone', () => {
  for (const version of [SAME, OTHER])
    expect(
      warnings(() => {
        expectListed(version, FOUND, ['c', 'b'])
        expectListed(version, FOUND, ['b', 'c', 'd'], (name) => name !== 'd')
      }),
    ).toEqual([])
})
