/** States that no route takes, where a slash more or less would make them one. */
import { equal, ok } from 'playwright-test/taps'
import { defineRoutes, html, htmlView, route } from '../../src/index.ts'
import { nearState } from '../../src/near-state.ts'
import { suite } from '../run/suite.ts'

const test = suite('near state')

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
