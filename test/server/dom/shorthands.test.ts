/** How values of shorthands are divided, of any depth and length. */
import { deepEqual, equal } from 'playwright-test/taps'
import { divide } from '../../../server/dom/css/shorthands.ts'
import { suite } from '../../run/suite.ts'

const test = suite('shorthands')

test('a function is one part, however deep it is nested', () => {
  const deep = 'calc(1px + (2px * (1 + (1 + (1 + 1)))))'
  deepEqual(divide('gap', `${deep} 2px`), { 'row-gap': deep, 'column-gap': '2px' })
})

test('a value with an unmatched bracket has no parts', () => {
  for (const text of ['(', '1px)', '('.repeat(100_000)]) equal(divide('gap', text), undefined)
})
