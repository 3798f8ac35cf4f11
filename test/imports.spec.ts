/**
 * The doors of the package load in the places that they name. imports.test.ts reads the imports
 * from the sources.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'

const ROOT = join(import.meta.dirname, '..')
const FRAMEWORKS = ['angular', 'angularjs', 'preact', 'react', 'solid', 'svelte', 'vue']
/** Vite's door is the last: its imports have globals of their own. */
const NODE_DOORS = [
  ...['src/index.js', 'src/legacy.js', ...FRAMEWORKS.map((name) => `src/views/${name}.js`)],
  ...['server/index.js', 'server/vite/index.js'],
]
const BROWSER_DOORS = ['index', 'browser', 'watched', 'devtools', 'legacy']

test('doors load in bare Node and leave the globals as they were', () => {
  // Node itself adds a global when it loads "node:http".
  const script = `
    import 'node:http'
    const globals = () => Reflect.ownKeys(globalThis).length
    const loaded = []
    for (const door of ${JSON.stringify(NODE_DOORS)}) {
      const before = globals()
      const names = Object.keys(await import('./dist/' + door))
      if (names.length > 0 && (door.includes('vite') || globals() === before)) loaded.push(door)
    }
    console.log(JSON.stringify(loaded))`
  const args = ['--input-type=module', '-e', script]
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual(NODE_DOORS)
})

const IMPORTS = {
  '@lit/reactive-element': '/node_modules/@lit/reactive-element/reactive-element.js',
  diff: '/node_modules/diff/libesm/index.js',
}

for (const door of BROWSER_DOORS)
  test(`the door ${door} loads in a browser as it is, without a bundler`, async ({ page }) => {
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(String(error)))
    await page.route('http://package.test/**', (route) => {
      const { pathname } = new URL(route.request().url())
      return pathname === '/'
        ? route.fulfill({
            contentType: 'text/html',
            body: `<!doctype html><script type="importmap">${JSON.stringify({ imports: IMPORTS })}</script>`,
          })
        : route.fulfill({ contentType: 'text/javascript', path: join(ROOT, pathname) })
    })
    await page.goto('http://package.test/')
    const names = await page.evaluate(
      async (url) => Object.keys(await import(url)),
      `/dist/src/${door}.js`,
    )
    expect(names.length).toBeGreaterThan(0)
    expect(faults).toEqual([])
  })
