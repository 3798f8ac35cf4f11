/** A machine with Node and npm alone. It builds again, so no other spec may run beside it. */
import { expect, test } from '@playwright/test'
import { testWithoutChromium } from '../run/without-chromium.ts'

test('npm test without a Chromium installs one, and runs units in it', async () => {
  const { code, lines } = await testWithoutChromium()
  const installing = lines.filter((line) => line.startsWith('There is no Chromium: installing'))
  expect(installing).toHaveLength(1)
  expect(lines.some((line) => line.startsWith('units in Chromium'))).toBe(true)
  expect(lines.at(-1)).toMatch(/^[1-9]\d+ passed, 0 failed$/)
  expect(code).toBe(0)
})
