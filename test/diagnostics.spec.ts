/** A code is explained by the command, and both halves of the package are told apart by the door they load. */
import { execFileSync } from 'node:child_process'
import { expect, test } from '@playwright/test'
import { TEXTS as SERVER } from '../dist/server/diagnostics/diagnostics.js'
import { TEXTS as CORE } from '../dist/src/texts.js'
import { type Ended, hashbang } from './tools/command.ts'

test('"hashbang explain" prints the page of a code, the list of all, and refuses what is none', async () => {
  const asked = ['hb005', '--json', 'HB999'].map((arg) => hashbang(['explain', arg]))
  const [one, all, none] = (await Promise.all(asked)) as [Ended, Ended, Ended]
  expect([one.code, one.stdout]).toEqual([0, expect.stringContaining('export default htmlView')])
  expect(JSON.parse(all.stdout)).toHaveLength(Object.keys({ ...CORE, ...SERVER }).length)
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('"HB999"')])
})

for (const { what, door, said } of [
  {
    what: 'Node is told the whole sentence',
    door: 'hashbang-router',
    said: `HB003: "shop" is no route but "/shop": write shop: route('/pattern', { view: () => import('./view.ts') }).`,
  },
  {
    what: 'a module of the browser without the sentences has the code and the values',
    door: './dist/src/index.js',
    said: 'HB003: shop, /shop',
  },
])
  test(what, () => {
    const script = `import { defineRoutes } from '${door}'
      try { defineRoutes({ shop: '/shop' }) } catch (error) { console.log(error.code, error.message) }`
    const args = ['--input-type=module', '-e', script]
    expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toBe(`HB003 ${said}\n`)
  })
