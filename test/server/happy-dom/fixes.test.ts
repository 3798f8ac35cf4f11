/** What the fixes of happy-dom say of themselves. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { suite } from 'playwright-test/taps'

const test = suite('fixes')

test('every fix says which issue of happy-dom it is for, that none is, or that it is ours or an addition', () => {
  const folder = new URL('../../../server/happy-dom/fixes/', import.meta.url)
  const silent = readdirSync(folder).filter((name) => {
    if (!name.endsWith('.ts')) return false
    const [header = ''] = readFileSync(new URL(name, folder), 'utf8').split('*/')
    return !/happy-dom#\d+|\b[Oo]urs\b|[Nn]ot reported|\b[Aa]dditions?\b/.test(header)
  })
  expect(silent).toEqual([])
})
