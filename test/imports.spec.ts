/** The doors of the package load where they say they do. What imports what is read from the sources in imports.test.ts. */

import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join, normalize } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { expect, test } from '@playwright/test'

const FRAMEWORKS = ['angular', 'angularjs', 'preact', 'react', 'solid', 'svelte', 'vue']
const DOORS = {
  ...Object.fromEntries(FRAMEWORKS.map((name) => [`./${name}`, `dist/src/views/${name}.js`])),
  '.': 'dist/src/index.js',
  './legacy': 'dist/src/legacy.js',
  './server': 'dist/server/index.js',
  './vite': 'dist/server/vite/index.js',
}
const BROWSER_DOORS = [
  'dist/src/index.js',
  'dist/src/browser.js',
  'dist/src/watched.js',
  'dist/src/devtools.js',
  'dist/src/legacy.js',
]

for (const [door, file] of Object.entries(DOORS)) {
  test(`"${door}" loads in bare Node and leaves the globals as they were`, () => {
    const script = `const before = Reflect.ownKeys(globalThis).length
      const names = Object.keys(await import('./${file}'))
      if (names.length === 0 || (${door !== './vite'} && Reflect.ownKeys(globalThis).length !== before)) process.exit(1)`
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    expect(status).toBe(0)
  })
}

test.describe('in a browser', () => {
  let server: Server
  let origin = ''

  test.beforeAll(async () => {
    const map = {
      imports: {
        '@lit/reactive-element': '/node_modules/@lit/reactive-element/reactive-element.js',
        diff: '/node_modules/diff/libesm/index.js',
      },
    }
    server = createServer((request, response) => {
      const path = request.url ?? '/'
      if (path === '/') {
        response.setHeader('content-type', 'text/html')
        response.end(`<!doctype html><script type="importmap">${JSON.stringify(map)}</script>`)
        return
      }
      try {
        const body = readFileSync(join(process.cwd(), normalize(path)))
        response.setHeader('content-type', 'text/javascript')
        response.end(body)
      } catch {
        response.statusCode = 404
        response.end()
      }
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    origin = typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : ''
  })
  test.afterAll(() => new Promise((resolve) => server.close(resolve)))

  for (const file of BROWSER_DOORS) {
    test(`${file} loads as it is, without a bundler`, async ({ page }) => {
      const faults: string[] = []
      page.on('pageerror', (error) => faults.push(String(error)))
      await page.goto(origin)
      const names = await page.evaluate(async (url) => Object.keys(await import(url)), `/${file}`)
      expect(names.length).toBeGreaterThan(0)
      expect(faults).toEqual([])
    })
  }
})

/** Whether a module loads where nothing else has been loaded: a thread has modules of its own. */
async function loadsFirst(file: string): Promise<boolean> {
  const script = `import(${JSON.stringify(pathToFileURL(file).href)}).catch(() => process.exit(1))`
  const thread = new Worker(script, { eval: true, execArgv: [] })
  return new Promise((resolve) => thread.once('exit', (code) => resolve(code === 0)))
}

test('every module of the core can be imported first', async () => {
  const modules = readdirSync('dist/src').filter((file) => file.endsWith('.js'))
  expect(modules.length).toBeGreaterThan(20)
  const loads = await Promise.all(modules.map((file) => loadsFirst(`dist/src/${file}`)))
  expect(modules.filter((_, at) => !loads[at])).toEqual([])
  expect(await loadsFirst('dist/src/nothing.js')).toBe(false)
})
