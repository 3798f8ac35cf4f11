/**
 * Routes inside of routes: their names, their patterns, and when the outer one is a page of its
 * own.
 */
import { deepEqual, equal, throws } from 'playwright-test/taps'
import { defineRoutes, html, htmlView, int, oneOf, route } from '../../src/index.ts'
import { suite } from '../run/suite.ts'

const test = suite('nesting')

const view = async () => ({ default: htmlView(() => html``) })

const table = defineRoutes({
  shop: route('/shop', {
    view,
    search: { sort: oneOf('name', 'price').optional('name') },
    children: (route) => ({
      index: route(''),
      item: route('/:id', {
        view,
        params: { id: int },
        search: { page: int.optional(1) },
        children: (route) => ({ part: route('/:part') }),
      }),
    }),
  }),
  group: route('/group', { children: (route) => ({ a: route('/a') }) }),
  frame: route('', {
    view,
    children: (route) => ({ about: route('/about'), bare: route('imprint') }),
  }),
  keys: route('a=:a', { view, children: (route) => ({ more: route('&b=:b') }) }),
})

const MATCHES: [state: string, name: string | null, params?: object][] = [
  ['/shop', 'shop.index', {}],
  ['/shop/7', 'shop.item', { id: 7 }],
  ['/shop/x', null],
  ['/shop/7/x', 'shop.item.part', { id: 7, part: 'x' }],
  ['/group', null],
  ['/group/a', 'group.a', {}],
  ['', 'frame', {}],
  ['/about', 'frame.about', {}],
  ['imprint', 'frame.bare', {}],
  ['a=1', 'keys', { a: '1' }],
  ['b=2&a=1', 'keys.more', { a: '1', b: '2' }],
]

for (const [state, name, params] of MATCHES) {
  test(`"${state}" belongs to ${name}`, () => {
    const match = table.match(state)
    equal(match?.name ?? null, name)
    if (params) deepEqual({ ...match?.params }, params)
  })
}

test('a link to a child takes the params and search of the routes around it', () => {
  equal(
    table.href('shop.item.part', { id: 7, part: 'x' }, { search: { sort: 'price', page: 2 } }),
    '#!/shop/7/x?sort=price&page=2',
  )
  equal(table.href('shop'), '#!/shop')
  equal(table.href('frame.bare'), '#!imprint')
  equal(table.href('keys.more', { a: '1', b: '2' }), '#!a=1&b=2')
})

test('a child reads the search of the routes around it', () => {
  const match = table.match('/shop/7?page=3&sort=price')
  deepEqual({ ...match?.search }, { sort: 'price', page: 3 })
  equal(table.match('/shop/7?sort=size'), null)
})

test('every route of the table is known by its name, from the outermost to its own', () => {
  const all = [...table.all].map(([name, { chain, page }]) => {
    equal(chain.at(-1)?.name, name)
    return `${chain.map((level) => level.name).join(' > ')}${page ? '' : ' is no page'}`
  })
  deepEqual(all, [
    'shop is no page',
    'shop > shop.index',
    'shop > shop.item',
    'shop > shop.item > shop.item.part',
    'group is no page',
    'group > group.a',
    'frame',
    'frame > frame.about',
    'frame > frame.bare',
    'keys',
    'keys > keys.more',
  ])
})

test('the joined pattern is parsed as one, and its error shows it whole', () => {
  throws(
    () => defineRoutes({ a: route('/:x', { children: (route) => ({ b: route('/:x') }) }) }),
    /:x\/:x\n {6}\^/,
  )
  throws(
    () => defineRoutes({ a: route('/*', { children: (route) => ({ b: route('/b') }) }) }),
    SyntaxError,
  )
})
