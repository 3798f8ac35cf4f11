/** Any text can be printed, and commands no terminal. */
import { expect } from '@playwright/test'
import fc from 'fast-check'
import { printable, printableJson } from '../../../server/diagnostics/printable.ts'
import { FORBIDDEN } from '../../fixtures/hostile-text.ts'
import { suite } from '../../run/suite.ts'

const test = suite('printable text')

test('any text is printable on one line, and any value as JSON that is read back the same', () => {
  const text = fc.string({ unit: 'binary' })
  fc.assert(
    fc.property(text, (any) => !FORBIDDEN.test(printable(any)) && !/[\n\t]/.test(printable(any))),
  )
  fc.assert(
    fc.property(fc.jsonValue(), (any) => {
      const json = printableJson(JSON.stringify(any, null, 2))
      expect(json).not.toMatch(FORBIDDEN)
      expect(JSON.stringify(JSON.parse(json))).toBe(JSON.stringify(any))
    }),
  )
})
