/** Links of a page that opens at `#!`, beside its readable snapshot. */
import { expect } from '@playwright/test'
import { keptScheme, readableLinks } from '../../../../server/tools/verify/kept-links.ts'
import { readFacts } from '../../../../server/tools/verify/page-facts.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('kept links')

const link = (href: string, kept: string) => `<a href="${href}" data-hashbang-href="${kept}">a</a>`

/** The links of the snapshot, and of a page with the fragments. */
function linksOf(url: string, pairs: readonly (readonly [readable: string, kept: string])[]) {
  const snapshot = pairs.map(([readable, kept]) => link(readable, kept)).join('')
  const page = pairs.map(([, kept]) => `<a href="${kept}">a</a>`).join('')
  const listed = readableLinks(keptScheme(snapshot, url), url)
  const [got, shown] = [snapshot, page].map((html) => readFacts(html, url, listed).links)
  return { got, shown }
}

for (const [name, url, pairs] of [
  [
    'a prefix',
    'https://a.test/',
    [
      ['/', '#!'],
      ['/docs/x/y?q=1#z', '#!/x/y?q=1&~=z'],
      ['/docs/x?utm_source=a', '#!/x?utm_source=a'],
    ],
  ],
  [
    'folders',
    'https://a.test/app/',
    [
      ['/app/s/x/', '#!/x'],
      ['/app/s/y/', '#!/y'],
    ],
  ],
  ['a state without "/"', 'https://a.test/', [['/s/!/pos=verb', '#!pos=verb']]],
] as const)
  test(`readable links of ${name} are those of the page`, () => {
    const { got, shown } = linksOf(url, pairs)
    expect(shown).toEqual(got)
  })

test('a link to another page than its state is a difference', () => {
  const { got, shown } = linksOf('https://a.test/', [
    ['/s/x', '#!/x'],
    ['/shop', '#!/y'],
    ['/other/z', '#!/z'],
  ])
  expect(got).toEqual([
    'a <https://a.test/s/x>',
    'a <https://a.test/shop>',
    'a <https://a.test/other/z>',
  ])
  expect(shown).toEqual([
    'a <https://a.test/s/x>',
    'a <https://a.test/s/y>',
    'a <https://a.test/s/z>',
  ])
})

test('a page without kept links stays as it is', () => {
  expect(keptScheme('<a href="/s/x">x</a>', 'https://a.test/')).toBeUndefined()
  expect(keptScheme(link('/shop', '#!/y'), 'https://a.test/')).toBeUndefined()
})
