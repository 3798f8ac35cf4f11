/** States that no route takes, where a slash more or less would make them one. */
import { deepEqual, equal, ok } from 'playwright-test/taps'
import { headHints, nearState } from '../../../server/diagnostics/route-hints.ts'
import { defineRoutes, html, htmlView, route } from '../../../src/index.ts'
import { suite } from '../../run/suite.ts'

const test = suite('near state')
const testHead = suite('head hints')

const view = async () => ({ default: htmlView(() => html``) })
const routes = defineRoutes({
  bare: route('bare/:id', { view }),
  word: route('/word/:lemma', { view }),
  a: route('/a', { view, children: (route) => ({ b: route('b' as never, { view }) }) }),
})

for (const [state, takes] of [
  ['/bare/7', '"bare" (bare/:id) takes "#!bare/7"'],
  ['word/ajax', '"word" (/word/:lemma) takes "#!/word/ajax"'],
  ['/a/b', '"a.b" (/ab) takes "#!/ab"'],
] as const)
  test(`"${state}" is near a state`, () => {
    const hint = nearState(routes as never, state) ?? ''
    ok(hint.includes(takes), hint)
  })

for (const state of ['/ab', '/word/a/b', '/a/c', '', '/'])
  test(`"${state}" is not`, () => equal(nearState(routes as never, state), undefined))

const record = { name: 'author', content: 'A' }
testHead('a head of known tags has none', () =>
  deepEqual(headHints('w', { title: 'T', meta: record, link: [{ rel: 'next' }] }), []),
)

testHead('nothing in the place of a head, a tag or one of a list has none', () => {
  for (const head of [undefined, null, { title: undefined, meta: undefined, link: [null, false] }])
    deepEqual(headHints('w', head), [])
})

for (const [what, head, says] of [
  ['a key with a slip', { titel: 'T' }, 'The head of "w" has "titel" (did you mean "title"?)'],
  ['an unknown key', { og: 1 }, 'has "og": there are title, description, lang'],
  ['a text', 'Title', 'The head of "w" is "Title"'],
  ['a promise', Promise.resolve({}), 'is a promise'],
  ['meta that is a text', { meta: 'A' }, 'has "A" as "meta"'],
] as const)
  testHead(`${what} is named, with its route`, () => {
    const [hint = '', ...more] = headHints('w', head)
    ok(hint.startsWith('HB122') && hint.includes(says), hint)
    equal(more.length, 0)
  })
