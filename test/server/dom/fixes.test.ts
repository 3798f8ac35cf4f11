/** What the fixes of happy-dom and the additions to it say of themselves. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { suite } from '../../run/suite.ts'

const test = suite('fixes')

for (const name of ['fixes', 'additions']) {
  test(`each of the ${name} says which issue of happy-dom it is for, that none is, or that it is ours or an addition`, () => {
    const folder = new URL(`../../../server/dom/${name}/`, import.meta.url)
    const silent = readdirSync(folder).filter((file) => {
      if (!file.endsWith('.ts') || file === 'index.ts') return false
      const [header = ''] = readFileSync(new URL(file, folder), 'utf8').split('*/')
      return !/happy-dom#\d+|\b[Oo]urs\b|[Nn]ot reported|\b[Aa]dditions?\b/.test(header)
    })
    expect(silent).toEqual([])
  })
}
