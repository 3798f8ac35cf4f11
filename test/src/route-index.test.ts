/**
 * The route that a state belongs to: the shapes of states, the kinds of params, and their order.
 */
import '../../src/texts.ts'
import { deepEqual, doesNotThrow, equal, throws } from 'playwright-test/taps'
import { defineRoutes, int, route } from '../../src/index.ts'
import { suite } from '../run/suite.ts'

const test = suite('route index')

/** Makes a table of patterns that are named by themselves. */
const tableOf = (patterns: readonly string[]) =>
  defineRoutes(Object.fromEntries(patterns.map((pattern) => [pattern, route(pattern)])))

/**
 * The pattern that a state belongs to and the values of its params; null when it belongs to none.
 */
function find(patterns: readonly string[], state: string): [string, object] | null {
  const match = tableOf(patterns).match(state)
  return match && [match.name, { ...match.params }]
}

/** Each pattern, with the states that it takes and their params, and the states that it leaves. */
const CASES: [pattern: string, takes: Record<string, object>, leaves: string][] = [
  ['', { '': {}, '?a=b': {} }, '/ a = /?a'],
  ['/', { '/': {} }, ' // /a'],
  ['/a', { '/a': {}, '/%61': {}, '/a?b=c': {} }, 'a /a/ /A //a /b'],
  ['a', { a: {}, '%61': {}, 'a?b=c': {} }, '/a a/ a= a=b b'],
  ['a/b', { 'a/b': {} }, 'a%2Fb /a/b a'],
  ['/é%2F', { '/é%2F': {}, '/%C3%A9%2f': {} }, '/é/ /e'],
  ['/\\:a\\*', { '/:a*': {}, '/%3Aa%2A': {} }, '/xa* /:a'],
  ['/:x', { '/a%2Fb': { x: 'a/b' }, '/%': { x: '%' }, '/日': { x: '日' } }, ' / /a/ /a/b a'],
  [':x', { a: { x: 'a' }, '%3D': { x: '=' } }, ' / /a a=b'],
  ['user-:x', { 'user-a': { x: 'a' }, 'user--': { x: '-' } }, 'user- user xuser-a'],
  ['/:x.html', { '/a.html': { x: 'a' }, '/.html.html': { x: '.html' } }, '/.html /a.htm /a/.html'],
  ['/a/:x?', { '/a': {}, '/a/b': { x: 'b' } }, '/a/ /a/b/c'],
  ['/a/:x?/c', { '/a/c': {}, '/a/b/c': { x: 'b' }, '/a/c/c': { x: 'c' } }, '/a /a//c'],
  ['/:x+', { '/a': { x: ['a'] }, '/a/b%2Fc': { x: ['a', 'b/c'] } }, ' / /a/ /a//b'],
  [':x+', { a: { x: ['a'] }, 'a/b': { x: ['a', 'b'] } }, ' /a a/'],
  ['/a/:x*', { '/a': { x: [] }, '/a/b/c': { x: ['b', 'c'] } }, '/a/ /a/b//c /b'],
  ['/a/*', { '/a/': { 0: '' }, '/a/b//c%2F%25': { 0: 'b//c/%' } }, '/a /b/'],
  ['*', { '': { 0: '' }, a: { 0: 'a' }, '/a/b': { 0: '/a/b' } }, 'a=b'],
  ['a=:x', { 'c=2&a=1': { x: '1' }, 'a=1&a=2': { x: '1' } }, 'a a= b=1 /a=1 a?a=1'],
  ['a=:x&b=:y?', { 'b=2&a=1': { x: '1', y: '2' }, 'a=%3d': { x: '=' } }, 'b=2'],
  ['a=1&b=:y', { 'b=2&a=1': { y: '2' } }, 'a=2&b=2 a=1'],
  ['%3D=:x', { '%3D=1': { x: '1' } }, '==1 =1'],
]

for (const [pattern, takes, leaves] of CASES) {
  for (const [state, params] of Object.entries(takes))
    test(`"${pattern}" takes "${state}"`, () =>
      deepEqual(find([pattern], state), [pattern, params]))
  for (const state of leaves.split(' '))
    test(`"${pattern}" leaves "${state}"`, () => equal(find([pattern], state), null))
}

const RANKS: [patterns: string, state: string, first: string][] = [
  ['/:x /a', '/a', '/a'],
  ['/:x /u-:x /u-:x.html', '/u-a.html', '/u-:x.html'],
  ['/:x /u-:x /u-:x.html', '/u-a', '/u-:x'],
  ['/* /:x+ /:x', '/a', '/:x'],
  ['/* /:x+ /:x', '/a/b', '/:x+'],
  ['/* /:x+ /:x', '/a//b', '/*'],
  ['/:x/c /a/:y', '/a/c', '/a/:y'],
  ['/:x/c/:z /a/b/:y', '/a/c/d', '/:x/c/:z'],
  ['/a/:x? /a/:x/b', '/a/x/b', '/a/:x/b'],
  ['a=:x a=1', 'a=1', 'a=1'],
  ['a=:x a=:x&b=:y', 'b=1&a=1', 'a=:x&b=:y'],
]
for (const [patterns, state, first] of RANKS) {
  test(`"${state}" goes to "${first}" among ${patterns}, in any order`, () => {
    const all = patterns.split(' ')
    for (const order of [all, all.toReversed()]) equal(find(order, state)?.[0], first)
  })
}

test('of two patterns with different keys, the first in the table matches', () => {
  for (const patterns of [
    ['a=:x', 'b=:y'],
    ['b=:y', 'a=:x'],
  ])
    for (const state of ['a=1&b=1', 'b=1&a=1']) equal(find(patterns, state)?.[0], patterns[0])
})

const SHADOWED =
  '/a /a, /a /%61, /:x /:y, /a/:x? /a/:y, /a/:x? /a, /a/:x* /a/:y+, /* /*, a=:x a=:y, a=:x&b=:y? a=:x, a=1&b=:y b=:x&a=1'
for (const pair of SHADOWED.split(', ')) {
  const [first = '', second = ''] = pair.split(' ')
  test(`"${second}" after "${first}" is reported as never reached`, () =>
    throws(
      () => defineRoutes({ first: route(first), second: route(second) }),
      ({ name, message }: Error) =>
        name === 'TypeError' &&
        message.includes(`"second" (${second})`) &&
        message.includes(`"first" (${first})`),
    ))
}

const REACHED =
  '/a /a/:x?, /a/:x* /a, /a/:y /a/:x?, /a/:y+ /a/:x*, /:x+ /*, /:x /:x/b, a=1 a=:x, a=:x a=:x&b=:y, /a a'
for (const pair of REACHED.split(', ')) {
  const [first = '', second = ''] = pair.split(' ')
  test(`"${second}" after "${first}" still matches states`, () =>
    doesNotThrow(() => defineRoutes({ first: route(first), second: route(second) })))
}

test('a route that refuses leaves its states to the next of its pattern, and of lower rank', () => {
  const table = defineRoutes({
    id: route('/a/:id', { params: { id: int } }),
    name: route('/a/:name'),
    many: route('/a/:ids+', { params: { ids: int } }),
    rest: route('/*'),
  })
  equal(table.match('/a/7')?.name, 'id')
  equal(table.match('/a/x')?.name, 'name')
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
  const { params, search, ...others } = match ?? {}
  deepEqual(others, { name: 'a', anchor: null, extra: [] })
  deepEqual([{ ...params }, { ...search }], [{}, {}])
  throws(() => Object.assign(match ?? {}, { name: 'b' }), TypeError)
  throws(() => Object.assign(match?.params ?? {}, { x: 'b' }), TypeError)
  deepEqual(table.match('/a/b?c=d&~=e')?.extra, [['c', 'd']])
  equal(table.match('/a/b?~=e')?.anchor, 'e')
  equal(table.match('/%61/b')?.name, 'a')
  equal(table.match('/c')?.name, 'optional')
})

test('a static state goes to the first route that takes it, however that is written', () => {
  const table = defineRoutes({
    odd: route('/a', { params: {}, search: { n: int } }),
    even: route('/a', { search: { m: int } }),
    last: route('/a'),
  })
  equal(table.match('/a?n=1')?.name, 'odd')
  equal(table.match('/a?m=1')?.name, 'even')
  equal(table.match('/a')?.name, 'last')
})
