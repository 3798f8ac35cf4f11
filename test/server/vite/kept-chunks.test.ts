/** What a build keeps from page to page, and in which chunks. The last tests build an app and evaluate it for pages. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import vm from 'node:vm'
import { expect } from '@playwright/test'
import { createBuilder, type EnvironmentOptions } from 'vite'
import { resetCounters } from '../../../server/snapshot/modules/counters.ts'
import { createFiles } from '../../../server/snapshot/modules/files.ts'
import { keptPackages } from '../../../server/snapshot/modules/kept.ts'
import { createLoader } from '../../../server/snapshot/modules/loader.ts'
import { ModuleMap } from '../../../server/snapshot/modules/module-map.ts'
import { setModules } from '../../../server/vite/inputs.ts'
import {
  countersPlugin,
  evaluateKept,
  splitByRolldown,
  splitByRollup,
} from '../../../server/vite/kept-chunks.ts'
import { suite } from '../../run/suite.ts'
import { folderWith } from '../helpers/files.ts'

const test = suite('kept-chunks')

const react = {
  names: ['react'],
  packageOf: (id: string) => (id.includes('/react/') ? 'react' : undefined),
}
type Names = (chunk: { name: string; moduleIds: readonly string[] }) => string

test('chunks of the project have the names that it gives them', () => {
  const nameOf = (name: string, own: object, moduleIds = [`/src/${name}.ts`]) =>
    (splitByRolldown(own, react, 'assets').chunkFileNames as Names)({ name, moduleIds })
  const own = { chunkFileNames: 'x/[hash].js' }
  expect(nameOf('view', {})).toBe('assets/[name]-[hash].js')
  expect(nameOf('view', own)).toBe('x/[hash].js')
  expect(nameOf('view', { chunkFileNames: () => 'y.js' })).toBe('y.js')
  expect(nameOf('hashbang-kept-react', own)).toBe('kept/kept-[hash].js')
  expect(nameOf('helpers', {}, ['\0rolldown/runtime.js'])).toBe('kept/kept-[hash].js')
})

test('a project that wants one file gets one', () => {
  const one = { codeSplitting: false }
  expect(splitByRolldown(one, react, '')).toBe(one)
  const inline = { inlineDynamicImports: true }
  expect(splitByRollup(inline, react, '')).toBe(inline)
})

test('with Rollup the project names the chunks of its own modules', () => {
  const { manualChunks } = splitByRollup({ manualChunks: () => 'mine' }, react, '')
  const name = manualChunks as (id: string, meta: object) => string
  expect(name('/node_modules/react/index.js', {})).toBe('hashbang-kept-react')
  expect(name('/src/app.ts', {})).toBe('mine')
})

const FILES: Readonly<Record<string, string>> = {
  'package.json': '{ "type": "module" }',
  'app.js':
    "import { n } from 'plain'; import { rune } from 'svelte'; let own = 0; export const show = async () => [++own, n(), rune(), ...(await import('./view.js')).show()]",
  'view.js':
    "import React from 'react'; import { n } from 'plain'; import { id } from 'react-dom'; import { inner } from 'helper'; export const show = () => [React === id.react, id(), n(), inner()]",
  'node_modules/plain/package.json': '{ "type": "module" }',
  'node_modules/plain/index.js': 'let count = 0; export const n = () => ++count',
  'node_modules/svelte/package.json': '{ "type": "module" }',
  'node_modules/svelte/index.js':
    "import { inner } from 'helper'; let runes = 0; export const rune = () => 100 * inner() + ++runes",
  'node_modules/helper/package.json': '{ "type": "module" }',
  'node_modules/helper/index.js': 'let inners = 0; export const inner = () => ++inners',
  'node_modules/react/package.json': '{}',
  'node_modules/react/index.js': 'exports.evaluated = globalThis.evaluations.push("react")',
  'node_modules/react-dom/package.json': '{}',
  'node_modules/react-dom/index.js':
    "var globalClientIdCounter = 0; exports.id = () => globalClientIdCounter++; exports.id.react = require('react')",
}

interface Page {
  show(): Promise<unknown>
}

/** Builds the app. @returns Its chunks, and what opens a page of it. */
async function built(output: object = {}) {
  const root = await folderWith(FILES)
  const kept = keptPackages()
  const worker: EnvironmentOptions = {
    consumer: 'server',
    resolve: { noExternal: true },
    build: { outDir: 'dist', minify: false, rolldownOptions: { output } },
  }
  setModules(worker, { app: join(root, 'app.js') }, kept)
  const builder = await createBuilder({
    configFile: false,
    ...{ root, logLevel: 'warn', environments: { hashbang: worker } },
    plugins: [countersPlugin('hashbang', kept), evaluateKept],
  })
  const { hashbang } = builder.environments
  const made = hashbang && (await builder.build(hashbang))
  if (!made || !('output' in made)) throw new Error('Vite has built nothing')
  const loader = createLoader(
    createFiles({
      kept,
      isShared: () => false,
      importNative: (url) => import(url),
      compile: (code, options) => new vm.Script(code, options),
    }),
  )
  const shared = new ModuleMap(loader)
  const url = pathToFileURL(join(root, 'dist/app.js')).href
  const open = async () => {
    resetCounters()
    return (await new ModuleMap(loader, shared).import(url, url)) as Page
  }
  return { chunks: made.output.map(({ fileName }) => fileName), open }
}

const evaluations: string[] = []
test.before(() => void Object.assign(globalThis, { evaluations }))
test.after(() => void Reflect.deleteProperty(globalThis, 'evaluations'))

/** What two pages show: own counter, a package's, a kept one's; then of a lazy view: one React, its id, the package again, the renderer's helper. */
const SHOWN = [
  [1, 1, 101, true, 0, 2, 2],
  [1, 1, 302, true, 0, 2, 4],
]

test('renderers and what they import are evaluated once, for the first page that imports them, and everything else for each page', async () => {
  const { chunks, open } = await built()
  evaluations.length = 0
  const page = await open()
  expect(evaluations).toEqual([])
  expect([await page.show(), await (await open()).show()]).toEqual(SHOWN)
  expect(evaluations).toEqual(['react'])
  expect(chunks.filter((name) => name.startsWith('kept/'))).toHaveLength(5)
})

test('a kept chunk imports only kept ones, also where a project groups its packages', async () => {
  const groups = [{ name: 'vendor', test: /node_modules/, priority: 5 }]
  const { chunks, open } = await built({ codeSplitting: { groups, minSize: 0 } })
  expect([await (await open()).show(), await (await open()).show()]).toEqual(SHOWN)
  expect(chunks.some((name) => name.startsWith('assets/vendor-'))).toBe(true)
})
