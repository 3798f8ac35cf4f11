/**
 * Search params: codecs with defaults and repeats, and real validators that follow Standard Schema.
 */
import '../../src/texts.ts'
import { deepEqual, equal, throws } from 'playwright-test/taps'
import * as v from 'valibot'
import { z } from 'zod'
import { defineRoutes, int, oneOf, route, text } from '../../src/index.ts'
import { suite } from '../run/suite.ts'

const test = suite('search')

const table = defineRoutes({
  list: route('/list', {
    search: {
      page: int.optional(1),
      sort: oneOf('name', 'price').optional(),
      tag: text.list(),
    },
  }),
  find: route('/find', { search: { q: text } }),
  rest: route('/*'),
})

const READS: [state: string, name: string, search: object][] = [
  ['/list', 'list', { page: 1, sort: undefined, tag: [] }],
  ['/list?page=2&tag=a&sort=price&tag=b', 'list', { page: 2, sort: 'price', tag: ['a', 'b'] }],
  ['/list?page=2&page=x', 'list', { page: 2, sort: undefined, tag: [] }],
  ['/list?tag', 'list', { page: 1, sort: undefined, tag: [''] }],
  ['/list?page=x', 'rest', {}],
  ['/list?page=', 'rest', {}],
  ['/find?q=', 'find', { q: '' }],
  ['/find?q=a+b%2B', 'find', { q: 'a+b+' }],
  ['/find', 'rest', {}],
]
for (const [state, name, search] of READS) {
  test(`"${state}" is ${name} with ${JSON.stringify(search)}`, () => {
    const match = table.match(state)
    equal(match?.name, name)
    deepEqual({ ...match?.search }, search)
  })
}

test('a codec with lists as values reads one param, not repeated ones', () => {
  const csv = {
    parse: (value: string) => value.split(','),
    format: (value: string[]) => value.join(','),
  }
  const table = defineRoutes({ a: route('/a', { search: { ids: csv } }) })
  equal(table.href('a', {}, { search: { ids: ['1', '2'] } }), '#!/a?ids=1,2')
  deepEqual(table.match('/a?ids=1,2')?.search.ids, ['1', '2'])
})

test('__proto__ and constructor are ordinary keys', () => {
  const table = defineRoutes({
    a: route('/a', { search: { constructor: text, ['__proto__']: int.optional(7) } }),
  })
  const search = table.match('/a?constructor=x&__proto__=8')?.search ?? {}
  deepEqual(Object.entries(search), [
    ['constructor', 'x'],
    ['__proto__', 8],
  ])
  deepEqual(Object.keys(table.match('/a?constructor=')?.search ?? {}), ['constructor', '__proto__'])
})

const zod = defineRoutes({
  list: route('/list', {
    search: z.object({
      page: z.union([z.string(), z.number()]).transform(Number).pipe(z.int()).default(1),
      tag: z.union([z.string(), z.array(z.string())]).optional(),
    }),
  }),
  rest: route('/*'),
})

const search = { page: 2, tag: ['a', 'b'] }
const signal = new AbortController().signal
test('a validator reads its params with its own defaults, and links hold the values that it takes', () => {
  deepEqual({ ...zod.match('/list')?.search }, { page: 1 })
  deepEqual({ ...zod.match('/list?page=2&tag=a&tag=b')?.search }, search)
  equal(zod.href('list'), '#!/list')
  equal(zod.href('list', {}, { search }), '#!/list?page=2&tag=a&tag=b')
})

test('a state that a validator refuses goes to the next route; a page keeps its whole query', async () => {
  equal(zod.match('/list?page=x')?.name, 'rest')
  equal(zod.match('/list?page=1&page=2')?.name, 'rest')
  const page = await zod.resolve('/list?x=1&page=2&x=', { context: undefined, signal })
  equal(page.type === 'aborted' ? '' : page.state, '/list?x=1&page=2&x=')
})

test('an asynchronous validator is an error of the app that names the cause', async () => {
  const table = defineRoutes({ a: route('/a', { search: v.objectAsync({}) }) })
  throws(() => table.match('/a'), /synchronous/)
  const page = await table.resolve('/a', { context: undefined, signal })
  equal(page.type, 'failure')
})

test('validators of outer and inner routes read the same query', () => {
  const table = defineRoutes({
    a: route('/a', {
      search: z.object({ x: z.string() }),
      children: (route) => ({ b: route('/b', { search: { y: int } }) }),
    }),
  })
  const match = table.match('/a/b?x=1&y=2')
  deepEqual(match?.name === 'a.b' && { ...match.search }, { x: '1', y: 2 })
  equal(table.match('/a/b?y=2'), null)
  equal(table.href('a.b', {}, { search: { x: '1', y: 2 } }), '#!/a/b?y=2&x=1')
})
