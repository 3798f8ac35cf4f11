/** Which registrations of custom properties are valid, and the initial values that they keep. */
import { equal } from 'playwright-test/taps'
import { propertyOfRule } from '../../../server/dom/css/registered-properties.ts'
import { suite } from '../../run/suite.ts'

const test = suite('registered properties')

const initialOf = (syntax: string, initial: string) =>
  propertyOfRule('--x', `syntax: "${syntax}"; inherits: false; initial-value: ${initial}`)?.initial

const VALID = [
  ['<length>', '0', '0px'],
  ['<length>', '1vw', '1vw'],
  ['<length> | auto+', 'auto', 'auto'],
  ['<length>#', '1px,2px', '1px, 2px'],
  ['*', 'var', 'var'],
] as const
for (const [syntax, given, kept] of VALID) {
  test(`${syntax} keeps the initial value ${given} as ${kept}`, () => {
    equal(initialOf(syntax, given), kept)
  })
}

const INVALID = [
  ['<foo>', '1'],
  ['<length>', '1em'],
  ['<length>', 'red'],
  ['<integer>', '1.5'],
  ['*', 'var(--y)'],
  ['initial', 'a'],
] as const
for (const [syntax, initial] of INVALID) {
  test(`${syntax} with the initial value ${initial} is no registration`, () => {
    equal(initialOf(syntax, initial), undefined)
  })
}

test('a rule needs a name with two dashes, a syntax, and a keyword for inheritance', () => {
  equal(propertyOfRule('x', 'syntax: "*"; inherits: true'), undefined)
  equal(propertyOfRule('--x', 'syntax: *; inherits: true'), undefined)
  equal(propertyOfRule('--x', 'syntax: "*"'), undefined)
  equal(propertyOfRule('--x', 'syntax: "*"; inherits: maybe'), undefined)
  equal(propertyOfRule('--x', 'syntax: "*"; inherits: true')?.inherits, true)
})
