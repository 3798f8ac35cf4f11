/**
 * Who may import what: the doors load where they say they do, and the folders depend on each other one way only. Read from the
 * sources, so that a forbidden import fails even when nothing runs it.
 */

import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from '@playwright/test'

const DOORS = {
  '.': 'dist/src/index.js',
  './server': 'dist/server/index.js',
  './vite': 'dist/server/vite.js',
}
const BROWSER_DOORS = ['dist/src/index.js', 'dist/src/browser.js']

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

interface Import {
  readonly from: string
  readonly to: string
  readonly types: boolean
  /** Loaded only when it is reached. */
  readonly lazy: boolean
}

/** Every import of a source file, with paths from the package's folder. */
function importsOf(file: string): Import[] {
  const text = readFileSync(file, 'utf8')
  const found = text.matchAll(
    /^(?:import|export)\s+(type\s)?[^'"`;]*?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\(\s*'([^']+)'/gm,
  )
  return [...found].map(([, types, from, bare, lazy]) => {
    const to = from ?? bare ?? lazy ?? ''
    return {
      from: file,
      to: to.startsWith('.') ? join(dirname(file), to) : to,
      types: Boolean(types),
      lazy: lazy !== undefined,
    }
  })
}

const sources = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file).replaceAll('\\', '/'))

const all = ['src', 'server', 'demo'].flatMap(sources).flatMap(importsOf)
const breaking = (rule: (one: Import) => boolean) =>
  all.filter(rule).map(({ from, to }) => `${from} imports ${to}`)

const RULES: { what: string; breaks(one: Import): boolean }[] = [
  {
    what: 'src never imports server',
    breaks: ({ from, to }) => from.startsWith('src/') && to.startsWith('server/'),
  },
  {
    what: 'src never imports Node',
    breaks: ({ from, to }) => from.startsWith('src/') && to.startsWith('node:'),
  },
  {
    what: 'src outside of src/dom imports src/dom only through the browser door',
    breaks: ({ from, to }) =>
      /^src\/[^/]+$/.test(from) && to.startsWith('src/dom/') && from !== 'src/browser.ts',
  },
  {
    what: 'outside of src/dom, src depends on no package',
    breaks: ({ from, to }) => /^src\/[^/]+$/.test(from) && !to.startsWith('src/'),
  },
  {
    what: 'src/dom depends on @lit/reactive-element and no other package',
    breaks: ({ from, to }) =>
      from.startsWith('src/dom/') && !to.startsWith('src/') && to !== '@lit/reactive-element',
  },
  {
    what: 'only the set-up of the DOM reaches happy-dom',
    breaks: ({ from, to }) => to === '#happy-dom' && !from.startsWith('server/dom/'),
  },
  {
    what: 'happy-dom is reached where it is built in, and else by that build only',
    breaks: ({ from, to }) => to.startsWith('happy-dom') && from !== 'server/bundle/happy-dom.ts',
  },
  {
    what: 'the demo imports the package by its doors',
    breaks: ({ from, to }) => from.startsWith('demo/') && /^(src|server)\//.test(to),
  },
]

for (const { what, breaks } of RULES) {
  test(what, () => expect(breaking(breaks)).toEqual([]))
}

/** The files and packages that a file loads when it is loaded. */
function loadedWith(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const { from, to, types, lazy } of all)
    if (from === file && !types && !lazy) loadedWith(to, seen)
  return seen
}

for (const door of ['server/index.ts', 'server/worker.ts', 'server/cli.ts']) {
  test(`${door} loads without Vite, a browser driver and Redis: those are imported where they are used`, () => {
    const optional = [...loadedWith(door)].filter((to) =>
      /^(vite|playwright(-core)?|@playwright|@?redis)(\/|$)/.test(to),
    )
    expect(optional).toEqual([])
  })
}

test('the rules see the imports that there are', () => {
  expect(all.length).toBeGreaterThan(100)
  expect(all).toContainEqual({
    from: 'src/browser.ts',
    to: 'src/dom/outlet.ts',
    types: false,
    lazy: false,
  })
})
