/** How values of shorthands are divided, of any depth and length. */
import { deepEqual, equal } from 'playwright-test/taps'
import { longhandsOf } from '../../../server/dom/css/declarations.ts'
import { joinLonghands } from '../../../server/dom/css/join-longhands.ts'
import { divide } from '../../../server/dom/css/shorthands.ts'
import { suite } from '../../run/suite.ts'

const test = suite('shorthands')

test('a function is one part, however deep it is nested', () => {
  const deep = 'calc(1px + (2% * (1 + (1 + (1 + 1)))))'
  const values = { 'row-gap': 'calc(8% + 1px)', 'column-gap': '2px' }
  deepEqual(divide('gap', `${deep} 2px`), values)
})

test('a value with an unmatched bracket has no parts', () => {
  for (const text of ['(', '1px)', '('.repeat(100_000)]) equal(divide('gap', text), undefined)
})

test('a transition of none has no property', () => {
  equal(divide('transition', 'none')?.['transition-property'], 'none')
})

test('the color of the last layer of a background is written', () => {
  const values = longhandsOf('background', 'url("a.png") center / cover, blue') ?? {}
  equal(
    joinLonghands('background', (name) => values[name] ?? ''),
    'url("a.png") center center / cover, blue',
  )
})

const SPECIFIED = [
  ['background-repeat', 'repeat no-repeat, space', 'repeat-x, space'],
  ['background-size', 'auto auto, 1px auto', 'auto, 1px auto'],
  ['width', 'calc(1px + 2px)', 'calc(3px)'],
  ['width', 'calc(100% - (2 * 4px))', 'calc(100% - 8px)'],
  ['width', 'calc(1px', 'calc(1px)'],
  ['width', 'calc(100vw - 2rem - 1px)', 'calc(-1px - 2rem + 100vw)'],
  ['width', 'calc(-1 * max(1%, 2px) * 2)', 'calc(-2 * max(1%, 2px))'],
  ['width', 'calc(1px - 2 * min(1%, 2px))', 'calc(1px - (2 * min(1%, 2px)))'],
  ['width', 'calc((1px + max(1%, 2px)) * 2)', 'calc(2 * (1px + max(1%, 2px)))'],
  ['width', 'max(1px + 2%, 3px * 2)', 'max(2% + 1px, 6px)'],
  ['width', 'calc(1px / 0)', 'calc(infinity * 1px)'],
  ['rotate', 'calc(1turn + 90deg)', 'calc(450deg)'],
  ['grid-template-columns', 'minmax(calc(100% - (2 * 1px)), 1fr)', 'minmax(calc(100% - 2px), 1fr)'],
  ['width', 'round(5.5px, 1px)', 'calc(6px)'],
  ['width', 'min(10px, 5%)', 'min(10px, 5%)'],
  ['width', 'clamp(1rem, 2vw, 3rem)', 'clamp(1rem, 2vw, 3rem)'],
  ['z-index', 'calc(2 * 3)', 'calc(6)'],
  ['color', 'lab(50% 40 30)', 'lab(50 40 30)'],
  ['color', 'color-mix(in srgb, red 50%, blue)', 'color-mix(in srgb, red, blue)'],
  ['color', 'color-mix(in srgb, red 40%, blue)', 'color-mix(in srgb, red 40%, blue)'],
] as const
for (const [name, text, written] of SPECIFIED) {
  test(`${name}: ${text} is kept as ${written}`, () => {
    equal(longhandsOf(name, text)?.[name], written)
  })
}
