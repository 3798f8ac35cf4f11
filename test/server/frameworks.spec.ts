/**
 * Any view library, unmodified: the same six pages of each framework, from one build, as snapshots of the real worker and in
 * Chromium. Their flattened DOMs are equal, but for comments, attributes that frameworks write for themselves, and what is
 * listed here with its cause.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { build, type PluginOption } from 'vite'
import { createHandler, type Site } from '../../dist/server/index.js'
import { PAGES } from '../fixtures/frameworks/data.ts'

const FIXTURES = join(import.meta.dirname, '../fixtures/frameworks')
const SOURCE = join(import.meta.dirname, '../../src')
const SHELL =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Fixture</title></head>' +
  '<body><hashbang-outlet></hashbang-outlet></body></html>'

/** One of each kind: elements with shadow trees, a virtual DOM, signals. */
const SHORT = ['lit', 'react', 'vue']
const FRAMEWORKS = [
  ...SHORT,
  'vanilla',
  'reactive-element',
  'fast',
  'preact',
  'svelte',
  'angularjs',
]

/** Pages that differ, and why. */
const DIFFERENT: Readonly<Record<string, string>> = {}

/** What compiles a framework's views, loaded where it is needed. */
const PLUGINS: Readonly<Record<string, () => Promise<PluginOption>>> = {
  react: async () => (await import('@vitejs/plugin-react')).default(),
  vue: async () => (await import('@vitejs/plugin-vue')).default(),
  async svelte() {
    const { svelte } = await import('@sveltejs/vite-plugin-svelte')
    return svelte({ configFile: false, compilerOptions: { css: 'injected' } })
  },
}

async function buildFixture(framework: string, outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: FIXTURES,
    logLevel: 'error',
    plugins: [await PLUGINS[framework]?.()],
    define: {
      'process.env.NODE_ENV': '"production"',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    resolve: {
      conditions: ['browser', 'production'],
      alias: [
        { find: 'fixture-view', replacement: join(FIXTURES, framework, 'view.ts') },
        { find: 'hashbang-router', replacement: join(SOURCE, 'index.ts') },
        { find: /^vue$/, replacement: 'vue/dist/vue.esm-bundler.js' },
      ],
    },
    build: {
      outDir,
      emptyOutDir: false,
      minify: false,
      target: 'es2022',
      lib: {
        entry: { app: join(FIXTURES, 'app.ts'), browser: join(FIXTURES, 'browser.ts') },
        formats: ['es'],
      },
    },
  })
  await writeFile(join(outDir, 'index.html'), SHELL)
  await writeFile(join(outDir, 'package.json'), '{"type":"module"}')
}

interface Fixture {
  show(name: string): Promise<string>
  read(html: string): string
}

declare global {
  /** In the page. */
  var fixture: Fixture
}

let root: string
test.beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'fixture-'))
})
test.afterAll(() => rm(root, { recursive: true }))

function openSite(folder: string, warnings: string[]): Promise<Site> {
  return createHandler(
    {
      origin: 'http://fixture.test',
      pages: { '/': { shell: join(folder, 'index.html'), app: join(folder, 'app.js') } },
      workers: 1,
      limits: { deadline: 60_000 },
    },
    {
      observers: [
        (event) => {
          if (event.type === 'warning') warnings.push(...event.warnings)
        },
      ],
    },
  )
}

for (const framework of FRAMEWORKS) {
  const tag = SHORT.includes(framework) ? [] : ['@nightly']
  test(`${framework} shows in a snapshot what it shows in Chromium`, { tag }, async ({ page }) => {
    const folder = join(root, framework)
    const warnings: string[] = []
    await buildFixture(framework, folder)
    const handler = await openSite(folder, warnings)
    await page.route('http://fixture.test/**', (route) => {
      const { pathname } = new URL(route.request().url())
      return pathname === '/'
        ? route.fulfill({
            contentType: 'text/html',
            body: SHELL.replace('<hashbang-outlet></hashbang-outlet>', ''),
          })
        : route.fulfill({ path: join(folder, pathname) })
    })
    await page.goto('http://fixture.test/')
    await page.addScriptTag({ type: 'module', url: '/browser.js' })
    await page.waitForFunction(() => 'fixture' in globalThis)
    for (const name of PAGES) {
      const response = await handler({
        method: 'GET',
        target: `/?_escaped_fragment_=/${name}`,
        headers: {},
      })
      const ours = await page.evaluate(
        (html) => globalThis.fixture.read(html),
        response?.body.toString() ?? '',
      )
      const theirs = await page.evaluate((page) => globalThis.fixture.show(page), name)
      const different = `${framework} ${name}` in DIFFERENT
      expect(response?.status, warnings.join('\n')).toBe(200)
      expect(theirs.length).toBeGreaterThan(80)
      if (different) expect(ours).not.toBe(theirs)
      else expect(`${name} ${ours}`, warnings.join('\n')).toBe(`${name} ${theirs}`)
    }
    expect(warnings).toEqual([])
    await handler.close()
  })
}
