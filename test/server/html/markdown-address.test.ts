/** Every state has one address of Markdown, from which it is read again. */
import { expect } from '@playwright/test'
import fc from 'fast-check'
import { markdownHref, markdownState } from '../../../server/html/markdown-address.ts'
import { readableScheme } from '../../../src/index.ts'
import { canonicalState } from '../../../src/state.ts'
import { seed } from '../../run/seed.ts'
import { suite } from '../../run/suite.ts'

const test = suite('markdown-address')

const readable = readableScheme('/s/')
const read = (href: string) => markdownState(readable, new URL(href, 'http://a.test'))

const ADDRESSES: [state: string, href: string][] = [
  ['', '/s/!index.md'],
  ['/', '/s/!.md'],
  ['/word/ajax', '/s/word/ajax.md'],
  ['/index', '/s/index.md'],
  ['/!index', '/s/!21index.md'],
  ['/a.md', '/s/a!2Emd.md'],
  ['/a.MD', '/s/a.MD.md'],
  ['.md', '/s/!/!2Emd.md'],
  ['/search?q=a.md', '/s/search.md?q=a.md'],
  ['?q=1', '/s/!index.md?q=1'],
  ['/x/', '/s/x!2F.md'],
  ['pos=verb', '/s/!/pos=verb.md'],
]
for (const [state, href] of ADDRESSES) {
  test(`the Markdown of "${state}" is at ${href}`, () => {
    expect(markdownHref(readable, canonicalState(state))).toBe(href)
    expect(read(href)).toBe(canonicalState(state))
  })
}

test('on a host of files, the Markdown is a file beside the folder of the page', () => {
  const filed = readableScheme('/s/', { files: true })
  for (const [state, href] of ADDRESSES) {
    expect(markdownHref(filed, canonicalState(state))).toBe(href)
    expect(markdownState(filed, new URL(href, 'http://a.test'))).toBe(canonicalState(state))
  }
})

test('what is at no address of Markdown is read as none', () => {
  for (const href of ['/s/a', '/s/a.md/', '/t/a.md', '/a.md', '/s/a.md.md', '/s/...md'])
    expect(read(href), href).toBeNull()
})

const PIECES = [
  '.md',
  '!',
  '!index',
  'index',
  '/',
  '.',
  '..',
  '?',
  'a',
  'M',
  '%2F',
  '!2E',
  'é',
  '=',
]

test('every state has one address of Markdown, which is no address of a page, and no two share one', () => {
  const text = fc
    .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary', maxLength: 3 })), {
      maxLength: 8,
    })
    .map((parts) => canonicalState(parts.join('')))
  const seen = new Map<string, string>()
  const pages = new Set<string>()
  fc.assert(
    fc.property(text, (state) => {
      const href = markdownHref(readable, state)
      const { pathname, search } = new URL(href, 'http://a.test')
      const known = seen.get(href) ?? state
      seen.set(href, state)
      pages.add(readable.href(state))
      return (
        pathname + search === href &&
        /^\/s\/.*\.md$/.test(pathname) &&
        read(href) === state &&
        known === state &&
        readable.stateOf(new URL(href, 'http://a.test')) === null
      )
    }),
    { numRuns: process.env.LONG_PROPERTIES === '1' ? 4000 : 500, seed },
  )
  expect([...seen.keys()].filter((href) => pages.has(href))).toEqual([])
})
