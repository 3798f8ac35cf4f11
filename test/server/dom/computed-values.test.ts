/** How calculations of computed values end, in px where no percentage is in them. */
import { equal } from 'playwright-test/taps'
import { absolute, type StyleValues } from '../../../server/dom/css/absolute-values.ts'
import { lineHeightValue } from '../../../server/dom/css/font-values.ts'
import { suite } from '../../run/suite.ts'

const test = suite('computed values')

const UNITS = { fontSize: 16, rootFontSize: 10, width: 1000, height: 500 }
const style = { units: UNITS } as StyleValues

const ABSOLUTE = [
  ['1.3157894737', '1.3157894737'],
  ['calc(1em + 2px)', '18px'],
  ['calc(1em + 10%)', 'calc(10% + 16px)'],
  ['max(1%, 2%)', '2%'],
  ['max(1vw, 2%)', 'max(10px, 2%)'],
  ['calc(infinity * 1px)', '3.35544e+07px'],
] as const
for (const [text, computed] of ABSOLUTE) {
  test(`${text} is computed as ${computed}`, () => {
    equal(absolute(text, UNITS), computed)
  })
}

test('a line height that is a calculation is not rounded before it is multiplied', () => {
  equal(lineHeightValue('calc(1.3333333333333333)', style, 'line-height'), '1.3333333333333333')
  equal(lineHeightValue('calc(1em)', style, 'line-height'), '16px')
})
