/** Every state has one address of Markdown, from which it is read again. */
import { expect } from '@playwright/test'
import fc from 'fast-check'
import { markdownHref, markdownState } from '../../../server/html/markdown-address.ts'
import { readableScheme } from '../../../src/index.ts'
import { canonicalState } from '../../../src/state.ts'
import { numRuns } from '../../run/seed.ts'
import { suite } from '../../run/suite.ts'
import { rows } from '../helpers/rows.ts'

const test = suite('markdown-address')

const readable = readableScheme('/s/')
/** On a host of files, the Markdown is a file beside the folder of the page. */
const filed = readableScheme('/s/', { files: true })
const at = (href: string) => new URL(href, 'http://a.test')

for (const [state, href] of rows`
  ''             | /s/!index.md
  /              | /s/!.md
  /word/ajax     | /s/word/ajax.md
  /index         | /s/index.md
  /!index        | /s/!21index.md
  /a.md          | /s/a!2Emd.md
  /a.MD          | /s/a.MD.md
  .md            | /s/!/!2Emd.md
  /search?q=a.md | /s/search.md?q=a.md
  ?q=1           | /s/!index.md?q=1
  /x/            | /s/x!2F.md
  pos=verb       | /s/!/pos=verb.md
`) {
  test(`the Markdown of "${state}" is at ${href}, on a host of files, too`, () => {
    for (const scheme of [readable, filed]) {
      expect(markdownHref(scheme, canonicalState(state))).toBe(href)
      expect(markdownState(scheme, at(href))).toBe(canonicalState(state))
    }
  })
}

test('what is at no address of Markdown is read as none', () => {
  for (const href of ['/s/a', '/s/a.md/', '/t/a.md', '/a.md', '/s/a.md.md', '/s/...md'])
    expect(markdownState(readable, at(href)), href).toBeNull()
})

const PIECES = '.md ! !index index / . .. ? a M %2F !2E é ='.split(' ')

test('every state has one address of Markdown, which is no address of a page, and no two share one', () => {
  const piece = fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary', maxLength: 3 }))
  const text = fc.array(piece, { maxLength: 8 }).map((parts) => canonicalState(parts.join('')))
  const seen = new Map<string, string>()
  const pages = new Set<string>()
  fc.assert(
    fc.property(text, (state) => {
      const href = markdownHref(readable, state)
      const { pathname, search } = at(href)
      const known = seen.get(href) ?? state
      seen.set(href, state)
      pages.add(readable.href(state))
      return (
        pathname + search === href &&
        /^\/s\/.*\.md$/.test(pathname) &&
        markdownState(readable, at(href)) === state &&
        known === state &&
        readable.stateOf(at(href)) === null
      )
    }),
    { numRuns: numRuns(500, 4000) },
  )
  expect([...seen.keys()].filter((href) => pages.has(href))).toEqual([])
})
