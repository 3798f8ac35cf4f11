/** Plain data of loaders travels with a page; whatever JSON would change does not. */
import { expect } from '@playwright/test'
import { pageData } from '../../../server/html/page-data.ts'
import { suite } from '../../run/suite.ts'

const test = suite('page-data')

const cycle: { self?: object } = {}
cycle.self = cycle
const DATA: [what: string, data: unknown, isSent: boolean][] = [
  ['plain data', { a: [1, 'x', null, true, { b: undefined }] }, true],
  ['text that would end the script', '</script><!--<script>\u2028', true],
  ['a date', { at: new Date(0) }, false],
  ['a map', new Map(), false],
  ['an instance of a class', new (class {})(), false],
  ['what has toJSON', { toJSON: () => 1 }, false],
  [
    'a getter that throws',
    {
      get a() {
        throw new Error('of a getter')
      },
    },
    false,
  ],
  ['NaN', [Number.NaN], false],
  ['a cycle', cycle, false],
  ['a function', { f: () => 1 }, false],
  ['a key __proto__', JSON.parse('{"__proto__":{"x":1}}'), false],
  ['nothing', undefined, false],
  ['more than the bound', 'x'.repeat(70_000), false],
]
for (const [what, data, isSent] of DATA) {
  test(`${what} ${isSent ? 'is' : 'is not'} sent`, () => {
    const level = { name: 'a', params: {}, search: {}, data, view: undefined }
    const text = pageData({ state: '/x', levels: [level] })
    if (!isSent) return expect(text).toBe('')
    const [, json = ''] =
      /^<script type="application\/json" id="hashbang-data">([^<\u2028]*)<\/script>$/.exec(text) ??
      []
    expect(JSON.parse(json)).toEqual({ state: '/x', data: { a: data } })
  })
}
