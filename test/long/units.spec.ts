/** Units with long properties, in Node and in each browser that this machine has. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { browserUnits, nodeUnits } from '../run/parts.ts'

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
  expect(await browserUnits('chromium', ofBrowsers)).toMatchObject({ failed: 0 })
})

test('units pass in Firefox', async () => {
  const { FIREFOX_PATH, REQUIRE } = process.env
  test.skip(!FIREFOX_PATH && !REQUIRE?.includes('firefox'), 'firefox-esr is not here')
  expect(await browserUnits('firefox', ofBrowsers)).toMatchObject({ failed: 0 })
})
