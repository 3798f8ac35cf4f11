/** The script of the home is known by its hash, which the documentation tells. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { suite } from 'playwright-test/taps'
import { homeScript, homeScriptHash } from '../../../server/html/home-script.ts'

const test = suite('home-script')

test('the script of the home has the hash that is told of it', () => {
  const source = homeScript.replace(/<\/?script>/g, '')
  expect(homeScriptHash).toBe(`'sha256-${createHash('sha256').update(source).digest('base64')}'`)
  expect(readFileSync('docs/readable-addresses.md', 'utf8')).toContain(homeScriptHash)
  expect(homeScript).not.toMatch(/[\n\u0080-\uffff]/)
})
