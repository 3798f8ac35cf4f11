/**
 * The modules that a build keeps from page to page, and their chunks. The last tests build an app
 * and evaluate it for pages.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import vm from 'node:vm'
import { expect } from '@playwright/test'
import { createBuilder, type EnvironmentOptions } from 'vite'
import { resetCounters } from '../../../server/snapshot/modules/counters.ts'
import { createFileHost } from '../../../server/snapshot/modules/file-host.ts'
import { keptPackages } from '../../../server/snapshot/modules/kept-packages.ts'
import { createLoader } from '../../../server/snapshot/modules/loader.ts'
import { ModuleMap } from '../../../server/snapshot/modules/module-map.ts'
import { countersPlugin, evaluateKept, setModules } from '../../../server/vite/kept-chunks.ts'
import { suite } from '../../run/suite.ts'
import { folderWith } from '../helpers/files.ts'

const test = suite('kept-chunks')

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

/** Builds the app. @returns Its chunks, and a function that opens a page of it. */
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
    createFileHost({
      kept,
      shared: () => undefined,
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

/**
 * The texts of two pages: own counter, a package's, a kept one's; then of a lazy view: one React,
 * its id, the package again, the renderer's helper.
 */
const SHOWN = [
  [1, 1, 101, true, 0, 2, 2],
  [1, 1, 302, true, 0, 2, 4],
]

for (const [variant, output] of [
  ['', {}],
  [
    ', in a project that groups its packages too',
    { codeSplitting: { groups: [{ name: 'vendor', test: /node_modules/, priority: 5 }] } },
  ],
  [', in a project with one file too', { codeSplitting: false }],
] as const) {
  test(`renderers and their imports are evaluated once${variant}; other modules for each page`, async () => {
    const { chunks, open } = await built(output)
    evaluations.length = 0
    const page = await open()
    expect(evaluations).toEqual([])
    expect([await page.show(), await (await open()).show()]).toEqual(SHOWN)
    expect(evaluations).toEqual(['react'])
    expect(chunks.some((name) => name.startsWith('kept/'))).toBe(true)
  })
}
