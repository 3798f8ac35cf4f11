/** Which route a state belongs to: the shapes of states, the kinds of params, and who comes first. */
import '../../src/texts.ts'
import { deepEqual, equal, throws } from 'playwright-test/taps'
import { defineRoutes, int, route } from '../../src/index.ts'
import { suite } from '../run/suite.ts'

const test = suite('trie')

/** Makes a table of patterns that are named by themselves. */
const tableOf = (patterns: readonly string[]) =>
  defineRoutes(Object.fromEntries(patterns.map((pattern) => [pattern, route(pattern)])))

/** The pattern that a state belongs to and what its params take; null when it belongs to none. */
function find(patterns: readonly string[], state: string): [string, object] | null {
  const match = tableOf(patterns).match(state)
  return match && [match.name, { ...match.params }]
}

const CASES: { pattern: string; takes: Record<string, object>; leaves: string[] }[] = [
  { pattern: '', takes: { '': {}, '?a=b': {} }, leaves: ['/', 'a', '=', '/?a'] },
  { pattern: '/', takes: { '/': {} }, leaves: ['', '//', '/a'] },
  {
    pattern: '/a',
    takes: { '/a': {}, '/%61': {}, '/a?b=c': {} },
    leaves: ['a', '/a/', '/A', '//a', '/b'],
  },
  {
    pattern: 'a',
    takes: { a: {}, '%61': {}, 'a?b=c': {} },
    leaves: ['/a', 'a/', 'a=', 'a=b', 'b'],
  },
  { pattern: 'a/b', takes: { 'a/b': {} }, leaves: ['a%2Fb', '/a/b', 'a'] },
  { pattern: '/é%2F', takes: { '/é%2F': {}, '/%C3%A9%2f': {} }, leaves: ['/é/', '/e'] },
  { pattern: '/\\:a\\*', takes: { '/:a*': {}, '/%3Aa%2A': {} }, leaves: ['/xa*', '/:a'] },
  {
    pattern: '/:x',
    takes: {
      '/a': { x: 'a' },
      '/a%2Fb': { x: 'a/b' },
      '/%25': { x: '%' },
      '/%': { x: '%' },
      '/日': { x: '日' },
    },
    leaves: ['', '/', '/a/', '/a/b', 'a'],
  },
  { pattern: ':x', takes: { a: { x: 'a' }, '%3D': { x: '=' } }, leaves: ['', '/', '/a', 'a=b'] },
  {
    pattern: 'user-:x',
    takes: { 'user-a': { x: 'a' }, 'user--': { x: '-' } },
    leaves: ['user-', 'user', 'xuser-a'],
  },
  {
    pattern: '/:x.html',
    takes: { '/a.html': { x: 'a' }, '/.html.html': { x: '.html' } },
    leaves: ['/.html', '/a.htm', '/a/.html'],
  },
  { pattern: '/a/:x?', takes: { '/a': {}, '/a/b': { x: 'b' } }, leaves: ['/a/', '/a/b/c'] },
  {
    pattern: '/a/:x?/c',
    takes: { '/a/c': {}, '/a/b/c': { x: 'b' }, '/a/c/c': { x: 'c' } },
    leaves: ['/a', '/a//c'],
  },
  {
    pattern: '/:x+',
    takes: { '/a': { x: ['a'] }, '/a/b%2Fc': { x: ['a', 'b/c'] } },
    leaves: ['', '/', '/a/', '/a//b'],
  },
  {
    pattern: ':x+',
    takes: { a: { x: ['a'] }, 'a/b': { x: ['a', 'b'] } },
    leaves: ['', '/a', 'a/'],
  },
  {
    pattern: '/a/:x*',
    takes: { '/a': { x: [] }, '/a/b/c': { x: ['b', 'c'] } },
    leaves: ['/a/', '/a/b//c', '/b'],
  },
  {
    pattern: '/a/*',
    takes: { '/a/': { 0: '' }, '/a/b//c%2F%25': { 0: 'b//c/%' } },
    leaves: ['/a', '/b/'],
  },
  { pattern: '*', takes: { '': { 0: '' }, a: { 0: 'a' }, '/a/b': { 0: '/a/b' } }, leaves: ['a=b'] },
  {
    pattern: 'a=:x',
    takes: { 'a=1': { x: '1' }, 'c=2&a=1': { x: '1' }, 'a=1&a=2': { x: '1' } },
    leaves: ['a', 'a=', 'b=1', '/a=1', 'a?a=1'],
  },
  {
    pattern: 'a=:x&b=:y?',
    takes: { 'b=2&a=1': { x: '1', y: '2' }, 'a=%3d': { x: '=' } },
    leaves: ['b=2'],
  },
  { pattern: 'a=1&b=:y', takes: { 'b=2&a=1': { y: '2' } }, leaves: ['a=2&b=2', 'a=1'] },
  { pattern: '%3D=:x', takes: { '%3D=1': { x: '1' } }, leaves: ['==1', '=1'] },
]

for (const { pattern, takes, leaves } of CASES) {
  for (const [state, params] of Object.entries(takes)) {
    test(`"${pattern}" takes "${state}"`, () =>
      deepEqual(find([pattern], state), [pattern, params]))
  }
  for (const state of leaves) {
    test(`"${pattern}" leaves "${state}"`, () => equal(find([pattern], state), null))
  }
}

const RANKS: { patterns: string[]; state: string; first: string }[] = [
  { patterns: ['/:x', '/a'], state: '/a', first: '/a' },
  { patterns: ['/:x', '/u-:x', '/u-:x.html'], state: '/u-a.html', first: '/u-:x.html' },
  { patterns: ['/:x', '/u-:x', '/u-:x.html'], state: '/u-a', first: '/u-:x' },
  { patterns: ['/*', '/:x+', '/:x'], state: '/a', first: '/:x' },
  { patterns: ['/*', '/:x+', '/:x'], state: '/a/b', first: '/:x+' },
  { patterns: ['/*', '/:x+', '/:x'], state: '/a//b', first: '/*' },
  { patterns: ['/:x/c', '/a/:y'], state: '/a/c', first: '/a/:y' },
  { patterns: ['/:x/c/:z', '/a/b/:y'], state: '/a/c/d', first: '/:x/c/:z' },
  { patterns: ['/a/:x?', '/a/:x/b'], state: '/a/x/b', first: '/a/:x/b' },
  { patterns: ['a=:x', 'a=1'], state: 'a=1', first: 'a=1' },
  { patterns: ['a=:x', 'a=:x&b=:y'], state: 'b=1&a=1', first: 'a=:x&b=:y' },
  { patterns: ['b=:y', 'a=:x'], state: 'a=1&b=1', first: 'b=:y' },
  { patterns: ['b=:y', 'a=:x'], state: 'b=1&a=1', first: 'b=:y' },
]

for (const { patterns, state, first } of RANKS) {
  test(`"${state}" goes to "${first}" among ${patterns.join('  ')}`, () => {
    equal(find(patterns, state)?.[0], first)
    equal(find(patterns.toReversed(), state)?.[0], patterns[0] === 'b=:y' ? 'a=:x' : first)
  })
}

const SHADOWED = [
  ['/a', '/a'],
  ['/a', '/%61'],
  ['/:x', '/:y'],
  ['/a/:x?', '/a/:y'],
  ['/a/:x?', '/a'],
  ['/a/:x*', '/a/:y+'],
  ['/*', '/*'],
  ['a=:x', 'a=:y'],
  ['a=:x&b=:y?', 'a=:x'],
  ['a=1&b=:y', 'b=:x&a=1'],
]

for (const [first = '', second = ''] of SHADOWED) {
  test(`"${second}" after "${first}" is reported as never reached`, () => {
    throws(
      () => defineRoutes({ first: route(first), second: route(second) }),
      (error: Error) => {
        equal(error.name, 'TypeError')
        return (
          error.message.includes(`"second" (${second})`) &&
          error.message.includes(`"first" (${first})`)
        )
      },
    )
  })
}

const REACHED = [
  ['/a', '/a/:x?'],
  ['/a/:x*', '/a'],
  ['/a/:y', '/a/:x?'],
  ['/a/:y+', '/a/:x*'],
  ['/:x+', '/*'],
  ['/:x', '/:x/b'],
  ['a=1', 'a=:x'],
  ['a=:x', 'a=:x&b=:y'],
  ['/a', 'a'],
]

for (const [first = '', second = ''] of REACHED) {
  test(`"${second}" after "${first}" still has states of its own`, () => {
    defineRoutes({ first: route(first), second: route(second) })
  })
}

test('a route that may refuse leaves its states to the next of the same pattern', () => {
  const table = defineRoutes({
    id: route('/:id', { params: { id: int } }),
    name: route('/:name'),
  })
  equal(table.match('/7')?.name, 'id')
  equal(table.match('/x')?.name, 'name')
})

test('a refused route leaves its states to patterns of lower rank too', () => {
  const table = defineRoutes({
    id: route('/a/:id', { params: { id: int } }),
    many: route('/a/:ids+', { params: { ids: int } }),
    rest: route('/*'),
  })
  equal(table.match('/a/7')?.name, 'id')
  equal(table.match('/a/7/8')?.name, 'many')
  equal(table.match('/a/7/x')?.name, 'rest')
})

test('names of Object.prototype are ordinary', () => {
  const table = defineRoutes({
    __proto__: route('/never'),
    constructor: route('/constructor/:__proto__'),
    toString: route('toString=:valueOf'),
  })
  const match = table.match('/constructor/__proto__')
  equal(match?.name, 'constructor')
  deepEqual(Object.entries(match?.params ?? {}), [['__proto__', '__proto__']])
  deepEqual(Object.entries(table.match('toString=a')?.params ?? {}), [['valueOf', 'a']])
  equal(table.match('hasOwnProperty'), null)
  equal(table.match('/hasOwnProperty'), null)
})

test('a hundred thousand characters and segments are matched without a deep stack', () => {
  const table = defineRoutes({
    item: route('/items/:id'),
    many: route('/m/:x+'),
    rest: route('/r/*'),
  })
  equal(table.match(`/items/${'-'.repeat(100_000)}/a`), null)
  equal(table.match(`/m${'/a'.repeat(50_000)}/`), null)
  equal(table.match(`/m${'/a'.repeat(50_000)}`)?.name, 'many')
  equal(table.match(`/r${'/a'.repeat(50_000)}`)?.name, 'rest')
})

test('the match of a static state is always the same, and cannot be changed', () => {
  const table = defineRoutes({
    a: route('/a/b'),
    optional: route('/c/:x?'),
    c: route('/d', { params: {} }),
  })
  const match = table.match('/a/b')
  equal(table.match('/a/b'), match)
  deepEqual(
    { ...match, params: { ...match?.params }, search: { ...match?.search } },
    {
      ...{ name: 'a', params: {}, search: {}, anchor: null, extra: [] },
    },
  )
  throws(() => Object.assign(match ?? {}, { name: 'b' }), TypeError)
  throws(() => Object.assign(match?.params ?? {}, { x: 'b' }), TypeError)
  deepEqual(table.match('/a/b?c=d&~=e')?.extra, [['c', 'd']])
  equal(table.match('/a/b?~=e')?.anchor, 'e')
  equal(table.match('/%61/b')?.name, 'a')
  equal(table.match('/c')?.name, 'optional')
})

test('a static state goes to the first route that takes it, however that is written', () => {
  equal(find(['/a/:x?', '/a', '/:y'].slice(0, 1), '/a')?.[0], '/a/:x?')
  const table = defineRoutes({
    odd: route('/a', { params: {}, search: { n: int } }),
    even: route('/a', { search: { m: int } }),
    last: route('/a'),
  })
  equal(table.match('/a?n=1')?.name, 'odd')
  equal(table.match('/a?m=1')?.name, 'even')
  equal(table.match('/a')?.name, 'last')
})
