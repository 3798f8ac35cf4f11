/** Units with long properties, in Node and in each browser that this machine has. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { browserUnits, nodeUnits } from '../run/parts.ts'
import { findChromium, findFirefox } from '../run/programs.ts'

const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((file) => join('test', file))
  .filter((file) => file.endsWith('.test.ts'))
  .sort()
const ofBrowsers = files.filter((file) => file.startsWith('test/src/'))

test('units pass in Node', async () => {
  const ofNode = files.filter((file) => !file.startsWith('test/src/dom/'))
  expect(await nodeUnits(ofNode)).toMatchObject({ failed: 0 })
})

test('units pass in Chromium', async () => {
  expect(await browserUnits('chromium', ofBrowsers, findChromium())).toMatchObject({ failed: 0 })
})

test('units pass in Firefox', async () => {
  const firefox = findFirefox() ?? ''
  const isRequired = process.env.REQUIRE?.includes('firefox')
  test.skip(firefox === '' && !isRequired, 'firefox-esr is not here')
  expect(await browserUnits('firefox', ofBrowsers, firefox)).toMatchObject({ failed: 0 })
})
