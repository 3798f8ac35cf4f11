/** Both halves of the package are told apart by the door they load. */
import { execFileSync } from 'node:child_process'
import { expect, test } from '@playwright/test'

for (const { what, door, said } of [
  {
    what: 'Node is told the whole sentence',
    door: 'hashbang-router',
    said: `HB003: "shop" is no route but "/shop": write shop: route('/pattern', { view: () => import('./view.ts') }).`,
  },
  {
    what: 'a module of the browser without the sentences has the code and the values',
    door: './dist/src/index.js',
    said: 'hashbang-router HB003: shop, /shop',
  },
])
  test(what, () => {
    const script = `import { defineRoutes } from '${door}'
      try { defineRoutes({ shop: '/shop' }) } catch (error) { console.log(error.code, error.message) }`
    const args = ['--input-type=module', '-e', script]
    expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toBe(`HB003 ${said}\n`)
  })
