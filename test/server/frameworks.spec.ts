// Any view library, unmodified: the same six pages of each framework, from one build, as snapshots
// of the real worker and in Chromium.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { build, type PluginOption } from 'vite'
import { PAGES } from '../fixtures/frameworks/data.ts'
import { memoryFolder } from '../memory-folder.ts'
import { openApp } from './open-app.ts'

const FIXTURES = join(import.meta.dirname, '../fixtures/frameworks')
const SOURCE = join(import.meta.dirname, '../../src')
const SHELL =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Fixture</title></head>' +
  '<body><hashbang-outlet></hashbang-outlet></body></html>'

interface Framework {
  /** Its view, if it is not `<name>/view.ts`. */
  readonly view?: string
  plugin?(): Promise<PluginOption>
  readonly alias?: Readonly<Record<string, string>>
}

const react = {
  view: 'react/view.tsx',
  plugin: async () => (await import('@vitejs/plugin-react')).default(),
}
const FRAMEWORKS: Readonly<Record<string, Framework>> = {
  lit: {},
  react,
  preact: {
    ...react,
    alias: {
      'react-dom/client': 'preact/compat/client',
      'react/jsx-runtime': 'preact/jsx-runtime',
      react: 'preact/compat',
    },
  },
  vue: {
    plugin: async () => (await import('@vitejs/plugin-vue')).default(),
    alias: { vue: 'vue/dist/vue.esm-bundler.js' },
  },
  svelte: {
    async plugin() {
      const { svelte } = await import('@sveltejs/vite-plugin-svelte')
      return svelte({ configFile: false, compilerOptions: { css: 'injected' } })
    },
  },
  vanilla: {},
  fast: {},
}

/** Elements with shadow trees, and a virtual DOM. The others are `@nightly`. */
const SHORT = ['lit', 'react']

async function buildFixture(name: string, outDir: string): Promise<void> {
  const { view = `${name}/view.ts`, plugin, alias = {} } = FRAMEWORKS[name] as Framework
  await build({
    configFile: false,
    root: FIXTURES,
    logLevel: 'error',
    plugins: [await plugin?.()],
    define: {
      'process.env.NODE_ENV': '"production"',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    resolve: {
      conditions: ['browser', 'production'],
      alias: Object.entries({
        'fixture-view': join(FIXTURES, view),
        'hashbang-router': join(SOURCE, 'index.ts'),
        ...alias,
      }).map(([find, replacement]) => ({ find: new RegExp(`^${find}$`), replacement })),
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

declare global {
  var fixture: { show(name: string): Promise<string>; read(html: string): string }
}

let root: string
test.beforeAll(async () => {
  root = await memoryFolder('fixture')
})

for (const framework of Object.keys(FRAMEWORKS)) {
  const tag = SHORT.includes(framework) ? [] : ['@nightly']
  test(`${framework} renders the same in a snapshot as in Chromium`, { tag }, async ({ page }) => {
    const folder = join(root, framework)
    await buildFixture(framework, folder)
    const app = await openApp(join(folder, 'index.html'))
    await page.route('http://fixture.test/**', (route) => {
      const { pathname } = new URL(route.request().url())
      return pathname === '/'
        ? route.fulfill({
            contentType: 'text/html',
            body: SHELL.replace(/<(.*-outlet)><\/\1>/, ''),
          })
        : route.fulfill({ path: join(folder, pathname) })
    })
    await page.goto('http://fixture.test/')
    await page.addScriptTag({ type: 'module', url: '/browser.js' })
    await page.waitForFunction(() => 'fixture' in globalThis)
    for (const name of PAGES) {
      const { status, text } = await app.show(`/${name}`)
      expect(status, app.warnings.join('\n')).toBe(200)
      const ours = await page.evaluate((html) => globalThis.fixture.read(html), text)
      const theirs = await page.evaluate((page) => globalThis.fixture.show(page), name)
      expect(theirs.length).toBeGreaterThan(80)
      expect(`${name} ${ours}`, app.warnings.join('\n')).toBe(`${name} ${theirs}`)
    }
    expect(app.warnings).toEqual([])
    await app.site.close()
  })
}
