import { expect, test } from '@playwright/test'
import { testWithoutChromium } from './without-chromium.ts'

test('npm test without a Chromium and without an installer ends with the units and the command', async () => {
  const { code, lines } = await testWithoutChromium(['apt-get', 'npx'])
  expect(code).toBe(1)
  expect(lines.at(-2)).toContain('Run npx playwright install --with-deps chromium')
  expect(lines.at(-1)).toMatch(/^[1-9]\d+ passed, 1 failed$/)
})
