/** Which links are marked as where the reader is, and that no framework's own marks are touched. */
import { deepEqual, equal } from 'playwright-test/taps'
import { defineRoutes } from '../../../src/define-routes.ts'
import { markLinks } from '../../../src/dom/mark-links.ts'
import { int } from '../../../src/params.ts'
import { route } from '../../../src/route.ts'
import { suite } from '../../run/suite.ts'
import { onStage, says, turn, until } from './stage.ts'

const test = suite('links')

const routes = defineRoutes({
  home: route('', { view: says('Home') }),
  list: route('/list', {
    search: { page: int.optional(1), q: int.optional(0) },
    view: says('List'),
  }),
  item: route('/list/:id', { view: says('Item') }),
  listing: route('/listing', { view: says('Listing') }),
  keyed: route('a=:a&b=:b?', { view: says('Keyed') }),
})

const HREFS = [
  ...['#!', '#!/list', '#!/list?page=1', '#!/list?page=2', '#!/list?page=2&q=3', '#!/list/a%62'],
  ...['#!/list/ab?~=sec', '#!/listing', '#!a=1', '#!b=2&a=1', '#sec', '/elsewhere#!/list'],
]

/** state -> the marks of the links. */
const CASES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '': { '#!': 'page' },
  '/list': { '#!/list': 'page', '#!/list?page=1': 'page' },
  '/list?page=2&q=3': {
    '#!/list': 'true',
    '#!/list?page=1': 'true',
    '#!/list?page=2': 'true',
    '#!/list?page=2&q=3': 'page',
  },
  '/list/ab': { '#!/list': 'true', '#!/list?page=1': 'true', '#!/list/a%62': 'page' },
  '/listing': { '#!/listing': 'page' },
  'a=1&b=2': { '#!a=1': 'true', '#!b=2&a=1': 'page' },
}

const staged = async (
  markup: string,
  run: (stage: { go: (state: string) => Promise<unknown>; nav: HTMLElement }) => Promise<void>,
) => {
  const nav = document.createElement('nav')
  nav.innerHTML = markup
  document.body.append(nav)
  await onStage(routes, {}, async ({ router }) => {
    const stop = markLinks(router)
    await run({ go: (state) => router.navigate(`#!${state}`), nav })
    stop()
  })
  equal(nav.querySelectorAll('[aria-current]').length, 0)
  nav.remove()
}
const marks = (root: ParentNode) =>
  [...root.querySelectorAll('a')].map((link) => link.getAttribute('aria-current'))

test('marks links to the shown state as page, and links to the states around it as true', () =>
  staged(
    HREFS.map((href) => `<a href="${href.replace('&', '&amp;')}"></a>`).join(''),
    async ({ go, nav }) => {
      for (const [state, expected] of Object.entries(CASES)) {
        await go(state)
        deepEqual(
          marks(nav),
          HREFS.map((href) => expected[href] ?? null),
        )
      }
    },
  ))

test('marks links that are added or change, in open shadow roots too', () =>
  staged('<div></div>', async ({ go, nav }) => {
    await go('/listing')
    const host = document.createElement('div')
    const inner = host.attachShadow({ mode: 'open' })
    inner.innerHTML = '<a href="#!/listing">in the shadow</a>'
    nav.append(host)
    await until(() => marks(inner)[0] === 'page')
    const added = document.createElement('a')
    added.href = '#!/list'
    inner.append(added)
    added.href = '#!/listing'
    await until(() => marks(inner)[1] === 'page')
    added.href = '#!/list'
    await until(() => marks(inner)[1] === null)
    await go('/list')
    deepEqual(marks(inner), [null, 'page'])
  }))

test('marks links inside of SVG, of either spelling', () =>
  staged(
    '<svg><a href="#!/list"></a><a xlink:href="#!/list"></a><a href="http://["></a><a></a></svg>',
    async ({ go, nav }) => {
      await go('/list')
      const [plain, old] = nav.querySelectorAll('a')
      deepEqual(marks(nav), ['page', 'page', null, null])
      plain?.setAttribute('href', '#!/listing')
      await until(() => marks(nav)[0] === null)
      old?.setAttributeNS('http://www.w3.org/1999/xlink', 'xlink:href', '#!/listing')
      await go('/listing')
      deepEqual(marks(nav), ['page', 'page', null, null])
    },
  ))

test('keeps the marks that the app has set', () =>
  staged('<a href="#!"></a><a href="#!/list"></a>', async ({ go, nav }) => {
    const [first, own] = nav.querySelectorAll('a')
    own?.setAttribute('aria-current', 'step')
    await go('/list')
    deepEqual(marks(nav), [null, 'step'])
    await go('')
    deepEqual(marks(nav), ['page', 'step'])
    // A framework that renders the link anew takes the mark away, and is not contradicted at once.
    first?.removeAttribute('aria-current')
    await turn()
    deepEqual(marks(nav), [null, 'step'])
    own?.removeAttribute('aria-current')
  }))
