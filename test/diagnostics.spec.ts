/** A code is explained by the command, and both halves of the package are told apart by the door they load. */
import { execFileSync } from 'node:child_process'
import { expect, test } from '@playwright/test'
import { TEXTS as SERVER } from '../dist/server/diagnostics/diagnostics.js'
import { TEXTS as CORE } from '../dist/src/texts.js'
import { type Ended, hashbang } from './tools/command.ts'

const texts = { ...CORE, ...SERVER }

test('"hashbang explain" prints the page of a code, the list of all, and refuses what is none', async () => {
  const asked = [['hb005'], ['--json'], ['HB999']].map((args) => hashbang(['explain', ...args]))
  const [one, all, none] = (await Promise.all(asked)) as [Ended, Ended, Ended]
  expect([one.code, one.stdout]).toEqual([0, expect.stringContaining('export default htmlView')])
  expect(JSON.parse(all.stdout)).toHaveLength(Object.keys(texts).length)
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('"HB999"')])
})

const said = (conditions: readonly string[]) =>
  execFileSync(
    process.execPath,
    [
      ...conditions,
      '--input-type=module',
      '-e',
      `import { defineRoutes } from 'hashbang-router'
      try { defineRoutes({ shop: '/shop' }) } catch (error) { console.log(error.code, error.message) }`,
    ],
    { encoding: 'utf8' },
  )

test('Node is told the whole sentence', () => {
  expect(said([])).toBe(
    `HB003 HB003: "shop" is no route but "/shop": write shop: route('/pattern', { view: () => import('./view.ts') }).\n`,
  )
})

test('a module of the browser without the sentences has the code and the values', () => {
  const script = `import { defineRoutes } from './dist/src/index.js'
    try { defineRoutes({ shop: '/shop' }) } catch (error) { console.log(error.message) }`
  const args = ['--input-type=module', '-e', script]
  expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toBe('HB003: shop, /shop\n')
})
