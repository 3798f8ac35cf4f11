/** Modules and packages on disk, for each page anew, by the rules of Node and of browsers. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import vm from 'node:vm'
import { expect } from '@playwright/test'
import { createFiles } from '../../../../server/snapshot/modules/files.ts'
import { keptPackages } from '../../../../server/snapshot/modules/kept.ts'
import { createLoader } from '../../../../server/snapshot/modules/loader.ts'
import { ModuleMap } from '../../../../server/snapshot/modules/module-map.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('files')

const FILES: Readonly<Record<string, string>> = {
  'package.json': '{ "type": "module" }',
  'node_modules/for-bundlers/package.json': '{ "type": "module", "main": "index.js" }',
  'node_modules/for-bundlers/index.js': "export { a } from './a'; export { b } from './b'",
  'node_modules/for-bundlers/a.js': 'export const a = 1',
  'node_modules/for-bundlers/b/index.js': 'export const b = 2',
  'node_modules/counter/package.json':
    '{ "name": "counter", "type": "module", "exports": { "browser": "./browser.js", "default": "./node.js" } }',
  'node_modules/counter/browser.js': 'let n = 0; export const next = () => "browser " + ++n',
  'node_modules/counter/node.js': 'export const next = () => "node"',
  'node_modules/react/package.json': '{ "name": "react" }',
  'node_modules/react/index.js':
    "const inner = require('inner'); let n = 0; exports.next = () => ++n; exports.inner = inner.next",
  'node_modules/inner/package.json': '{ "name": "inner" }',
  'node_modules/inner/index.js': 'let n = 0; exports.next = () => ++n',
  'node_modules/old/package.json': '{ "name": "old", "main": "lib/main" }',
  'node_modules/old/lib/main.js':
    "const { up } = require('./up'); module.exports = function old() { return up() }; module.exports.data = require('../data.json')",
  'node_modules/old/lib/up.js':
    "let n = 0; exports.up = () => ++n; exports.circle = () => require('./main').data",
  'node_modules/old/lib/later.js': "exports.later = () => import('./up.js').then(({ up }) => up())",
  'node_modules/old/data.json': '{ "a": 1 }',
  'node_modules/bundled/package.json':
    '{ "name": "bundled", "main": "main.js", "type": "commonjs" }',
  'node_modules/bundled/main.js': "import { inner } from './inner.js';export{inner as n}",
  'node_modules/bundled/inner.js': 'let n = 0; export function inner() { return ++n }',
  'data.json': '{ "list": [] }',
  'add.wasm': '',
}

const WASM = Buffer.from(
  '0061736d0100000001070160027f7f017f030201000707010361646400000a09010700200020016a0b',
  'hex',
)

/** Evaluates a module in so many pages. */
async function pages(text: string, count = 3): Promise<unknown[]> {
  const folder = mkdtempSync(join(tmpdir(), 'files-'))
  for (const [name, content] of Object.entries({ ...FILES, 'main.js': text })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), name.endsWith('.wasm') ? WASM : content)
  }
  const loader = createLoader(
    createFiles({
      kept: keptPackages(),
      isShared: () => false,
      importNative: (url) => import(url),
      compile: (code, options) => new vm.Script(code, options),
    }),
  )
  const kept = new ModuleMap(loader)
  const url = pathToFileURL(join(folder, 'main.js')).href
  const seen: unknown[] = []
  try {
    for (let page = 0; page < count; page++) {
      const map = new ModuleMap(loader, kept)
      const { default: value } = (await map.import(url, url)) as { default: unknown }
      seen.push(JSON.parse(JSON.stringify(value).replaceAll(pathToFileURL(folder).href, '')))
      map.end()
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
  return seen
}

const same = (value: unknown) => [value, value, value]

test('a package counts from its beginning in every page, by its build for browsers', async () => {
  expect(await pages("import { next } from 'counter'; export default [next(), next()]")).toEqual(
    same(['browser 1', 'browser 2']),
  )
})

test('a renderer is evaluated once, with all that it requires', async () => {
  expect(
    await pages("import react, { next } from 'react'; export default [next(), react.inner()]"),
  ).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
  ])
})

test('a package in CommonJS imports modules of the page', async () => {
  const shown = await pages(
    "import { later } from 'old/lib/later.js'; import { up } from 'old/lib/up.js'; up(); export default await later()",
  )
  expect(shown).toEqual([2, 2, 2])
})

test('a package in CommonJS begins anew, too', async () => {
  expect(
    await pages("import old, { data } from 'old'; data.a++; export default [old(), old(), data.a]"),
  ).toEqual(same([1, 2, 2]))
})

test('a file with the syntax of modules is one, whatever package.json says', async () => {
  expect(await pages("import { n } from 'bundled'; export default n()")).toEqual(same(1))
})

test('a build for bundlers may leave out the endings of its own files', async () => {
  expect(await pages("import { a, b } from 'for-bundlers'; export default [a, b]")).toEqual(
    same([1, 2]),
  )
})

test('JSON is a value of the page', async () => {
  const code =
    "import data from './data.json' with { type: 'json' }; data.list.push(1); export default data.list"
  expect(await pages(code)).toEqual(same([1]))
})

test('WebAssembly is instantiated', async () => {
  expect(await pages("import { add } from './add.wasm'; export default add(1, 2)")).toEqual(same(3))
})

test('Node has its modules, and modules know where they are', async () => {
  const code =
    "import { sep } from 'node:path'; export default [sep, import.meta.url, import.meta.resolve('./a.js'), typeof import.meta.dirname]"
  expect(await pages(code)).toEqual(same(['/', '/main.js', '/a.js', 'string']))
})

test('a package that is not there is named', async () => {
  await expect(pages("import 'nothing'")).rejects.toThrow(/Cannot find package 'nothing'/)
})

test('a module that is not there now may be there for the next page', async () => {
  await expect(pages("export default await import('./later.js')")).rejects.toThrow(/later\.js/)
})
