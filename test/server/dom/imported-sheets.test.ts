/** How the text of a sheet changes with the sheets that it imports. */
import { equal } from 'playwright-test/taps'
import { hasEditedRules, ownedSheet, styleText } from '../../../server/dom/css/css-style-sheet.ts'
import '../../../server/dom/css/at-rules.ts'
import { S } from '../../../server/dom/internals.ts'
import { suite } from '../../run/suite.ts'

const test = suite('imported sheets')

test('an edit of an imported sheet puts its rules in place of the import', () => {
  const loaded = {
    ...{ href: 'http://a.test/a.css', isClosed: false, imports: new Map() },
    text: 'a{top:0}b{top:1px}',
  }
  const sheet = ownedSheet({
    owner: null,
    text: '@import "a.css" layer(x);c{top:2px}',
    href: 'http://a.test/b.css',
    imports: new Map([['a.css', loaded]]),
  })
  const owner = { [S.sheet]: sheet } as Element
  const { styleSheet } = sheet.cssRules[0] as unknown as CSSImportRule
  equal(hasEditedRules(owner), false)
  styleSheet?.deleteRule(0)
  equal(hasEditedRules(owner), true)
  equal(styleText(owner), '@layer x{b{top:1px}}\nc{top:2px}')
})
