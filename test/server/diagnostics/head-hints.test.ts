/** Tags of a head that no document shows. */
import { deepEqual, equal, ok } from 'playwright-test/taps'
import { headHints } from '../../../server/diagnostics/head-hints.ts'
import { suite } from '../../run/suite.ts'

const test = suite('head hints')

const record = { name: 'author', content: 'A' }
test('a head of known tags has none', () =>
  deepEqual(headHints('w', { title: 'T', meta: record, link: [{ rel: 'next' }] }), []))

test('nothing in the place of a head, a tag or one of a list has none', () => {
  for (const head of [undefined, null, { title: undefined, meta: undefined, link: [null, false] }])
    deepEqual(headHints('w', head), [])
})

for (const [hintCase, head, part] of [
  ['a key with a slip', { titel: 'T' }, 'The head of "w" has "titel" (did you mean "title"?)'],
  ['an unknown key', { og: 1 }, 'has "og": there are title, description, lang'],
  ['a text', 'Title', 'The head of "w" is "Title"'],
  ['a promise', Promise.resolve({}), 'is a promise'],
  ['meta that is a text', { meta: 'A' }, 'has "A" as "meta"'],
] as const)
  test(`a hint names ${hintCase}, and its route`, () => {
    const [hint = '', ...more] = headHints('w', head)
    ok(hint.startsWith('HB122') && hint.includes(part), hint)
    equal(more.length, 0)
  })
