/** Both halves of the package are told apart by the door they load. */
import { execFileSync } from 'node:child_process'
import { expect, test } from '@playwright/test'

for (const { title, door, message } of [
  {
    title: 'in Node, an error has the whole sentence',
    door: 'hashbang-router',
    message: `HB003: "shop" is no route but "/shop": write shop: route('/pattern', { view: () => import('./view.ts') }).`,
  },
  {
    title: 'in a browser module without the sentences, an error has the code and the values',
    door: './dist/src/index.js',
    message: 'hashbang-router HB003: shop, /shop',
  },
])
  test(title, () => {
    const script = `import { defineRoutes } from '${door}'
      try { defineRoutes({ shop: '/shop' }) } catch (error) { console.log(error.code, error.message) }`
    const args = ['--input-type=module', '-e', script]
    expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toBe(`HB003 ${message}\n`)
  })
