/** How values of shorthands are divided, of any depth and length. */
import { deepEqual, equal } from 'playwright-test/taps'
import { divide } from '../../../server/dom/fixes/css/shorthands.ts'
import { suite } from '../../run/suite.ts'

const test = suite('shorthands')

test('functions are one part, however deep they are nested', () => {
  const deep = 'calc(1px + (2px * (1 + (1 + (1 + 1)))))'
  deepEqual(divide('gap', `${deep} 2px`), { 'row-gap': deep, 'column-gap': '2px' })
})

test('a bracket without its other is of no part', () => {
  for (const text of ['(', '1px)', '('.repeat(100_000)]) equal(divide('gap', text), undefined)
})
