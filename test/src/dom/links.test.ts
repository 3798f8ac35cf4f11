/** Which links are marked as where the reader is, and that no framework's own marks are touched. */
import { deepEqual, equal } from 'playwright-test/taps'
import { defineRoutes } from '../../../src/define-routes.ts'
import { memoryHistory } from '../../../src/dom/history/memory.ts'
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
  '#!',
  '#!/list',
  '#!/list?page=1',
  '#!/list?page=2',
  '#!/list?page=2&q=3',
  '#!/list/a%62',
  '#!/list/ab?~=sec',
  '#!/listing',
  '#!a=1',
  '#!b=2&a=1',
  '#sec',
  '/elsewhere#!/list',
]

/** state -> what the links are then marked with. */
const CASES: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['', { '#!': 'page' }],
  ['/list', { '#!/list': 'page', '#!/list?page=1': 'page' }],
  [
    '/list?page=2&q=3',
    {
      '#!/list': 'true',
      '#!/list?page=1': 'true',
      '#!/list?page=2': 'true',
      '#!/list?page=2&q=3': 'page',
    },
  ],
  ['/list/ab', { '#!/list': 'true', '#!/list?page=1': 'true', '#!/list/a%62': 'page' }],
  ['/listing', { '#!/listing': 'page' }],
  ['a=1&b=2', { '#!a=1': 'true', '#!b=2&a=1': 'page' }],
]

const staged = async (
  run: (stage: {
    go: (state: string) => Promise<unknown>
    nav: HTMLElement
    stop: () => void
  }) => Promise<void>,
) => {
  const nav = document.createElement('nav')
  nav.innerHTML = HREFS.map((href) => `<a href="${href.replace('&', '&amp;')}">link</a>`).join('')
  document.body.append(nav)
  await onStage(routes, { history: memoryHistory() }, async ({ router }) => {
    const stop = markLinks(router)
    const go = (state: string) => router.navigate(`#!${state}`)
    await run({ go, nav, stop })
    stop()
  })
  equal(nav.querySelectorAll('[aria-current]').length, 0)
  nav.remove()
}
const marked = (nav: ParentNode): Record<string, string> =>
  Object.fromEntries(
    [...nav.querySelectorAll('a[aria-current]')].map((link) => [
      link.getAttribute('href') ?? '',
      link.getAttribute('aria-current') ?? '',
    ]),
  )

test('says page for the state that is shown, and true for what it is part of', () =>
  staged(async ({ go, nav }) => {
    for (const [state, expected] of CASES) {
      await go(state)
      deepEqual(marked(nav), expected)
    }
  }))

test('marks links that are added or change, in open shadow roots too', () =>
  staged(async ({ go, nav }) => {
    await go('/listing')
    const host = document.createElement('div')
    host.attachShadow({ mode: 'open' }).innerHTML = '<a href="#!/listing">in the shadow</a>'
    const inner = host.shadowRoot as ShadowRoot
    nav.append(host)
    await until(() => inner.querySelector('[aria-current=page]') !== null)
    const added = document.createElement('a')
    added.href = '#!/list'
    inner.append(added)
    added.href = '#!/listing'
    await until(() => added.getAttribute('aria-current') === 'page')
    added.href = '#!/list'
    await until(() => !added.hasAttribute('aria-current'))
    await go('/list')
    equal(added.getAttribute('aria-current'), 'page')
    host.remove()
  }))

test('marks links inside of SVG, of either spelling', () =>
  staged(async ({ go, nav }) => {
    const namespace = 'http://www.w3.org/1999/xlink'
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
    svg.innerHTML =
      '<a href="#!/list"></a><a xlink:href="#!/list"></a><a href="http://["></a><a></a>'
    nav.append(svg)
    await go('/list')
    const [plain, old] = svg.querySelectorAll('a')
    const marks = () => [...svg.querySelectorAll('a')].map((a) => a.getAttribute('aria-current'))
    deepEqual(marks(), ['page', 'page', null, null])
    plain?.setAttribute('href', '#!/listing')
    await until(() => marks()[0] === null)
    old?.setAttributeNS(namespace, 'xlink:href', '#!/listing')
    await go('/listing')
    deepEqual(marks(), ['page', 'page', null, null])
    svg.remove()
  }))

test('leaves to the app the marks that are its own', () =>
  staged(async ({ go, nav }) => {
    const [first, own] = nav.querySelectorAll('a')
    own?.setAttribute('aria-current', 'step')
    await go('/list')
    equal(own?.getAttribute('aria-current'), 'step')
    await go('')
    equal(first?.getAttribute('aria-current'), 'page')
    // A framework that renders the link anew takes the mark away, and is not contradicted at once.
    first?.removeAttribute('aria-current')
    await turn()
    equal(first?.hasAttribute('aria-current'), false)
    own?.removeAttribute('aria-current')
  }))
