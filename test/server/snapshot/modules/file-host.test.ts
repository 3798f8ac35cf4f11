/** Modules and packages on disk, for each page anew, by the rules of Node and of browsers. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import vm from 'node:vm'
import { expect } from '@playwright/test'
import { createFileHost } from '../../../../server/snapshot/modules/file-host.ts'
import { keptPackages } from '../../../../server/snapshot/modules/kept-packages.ts'
import { createLoader } from '../../../../server/snapshot/modules/loader.ts'
import { ModuleMap } from '../../../../server/snapshot/modules/module-map.ts'
import { suite } from '../../../run/suite.ts'
import { folderWith } from '../../helpers/files.ts'
import { rows } from '../../helpers/rows.ts'

const test = suite('files')

const PACKAGES = rows`
  for-bundlers/package.json | { "type": "module", "main": "index.js" }
  for-bundlers/index.js     | export { a } from './a'; export { b } from './b'
  for-bundlers/a.js         | export const a = 1
  for-bundlers/b/index.js   | export const b = 2
  counter/package.json
    | { "type": "module", "exports": { "browser": "./browser.js", "default": "./node.js" } }
  counter/browser.js        | let n = 0; export const next = () => "browser " + ++n
  counter/node.js           | export const next = () => "node"
  react/package.json        | { "name": "react" }
  react/index.js            | let n = 0; exports.next = () => ++n; exports.inner = require('inner').next
  inner/package.json        | { "name": "inner" }
  inner/index.js            | let n = 0; exports.next = () => ++n
  old/package.json          | { "name": "old", "main": "lib/main" }
  old/lib/main.js           | module.exports = () => require('./up').up(); module.exports.data = require('../data.json')
  old/lib/up.js             | let n = 0; exports.up = () => ++n; exports.circle = () => require('./main').data
  old/lib/later.js          | exports.later = () => import('./up.js').then(({ up }) => up())
  old/data.json             | { "a": 1 }
  bundled/package.json      | { "name": "bundled", "main": "main.js", "type": "commonjs" }
  bundled/main.js           | import { inner } from './inner.js';export{inner as n}
  bundled/inner.js          | let n = 0; export function inner() { return ++n }
`.map(([file, text]) => [`node_modules/${file}`, text])

const FILES = {
  ...Object.fromEntries(PACKAGES),
  'package.json': '{ "type": "module" }',
  'data.json': '{ "list": [] }',
}

/** Evaluates a module in three pages. */
async function pages(text: string): Promise<unknown[]> {
  const folder = await folderWith({ ...FILES, 'main.js': text })
  const loader = createLoader(
    createFileHost({
      kept: keptPackages(),
      shared: () => undefined,
      importNative: (url) => import(url),
      compile: (code, options) => new vm.Script(code, options),
    }),
  )
  const kept = new ModuleMap(loader)
  const url = pathToFileURL(join(folder, 'main.js')).href
  const seen: unknown[] = []
  for (const _ of [1, 2, 3]) {
    const map = new ModuleMap(loader, kept)
    const { default: value } = (await map.import(url, url)) as { default: unknown }
    seen.push(JSON.parse(JSON.stringify(value).replaceAll(pathToFileURL(folder).href, '')))
    map.end()
  }
  return seen
}

for (const [title, code, seen] of rows`
  a package counts from its beginning in every page, by its build for browsers
    | import { next } from 'counter'; export default [next(), next()]
    | ["browser 1", "browser 2"]
  a package in CommonJS imports modules of the page
    | import { later } from 'old/lib/later.js'; import { up } from 'old/lib/up.js'; export default [up(), await later()]
    | [1, 2]
  a package in CommonJS begins anew, too
    | import old, { data } from 'old'; data.a++; export default [old(), old(), data.a] | [1, 2, 2]
  a file with the syntax of modules is one, whatever package.json says
    | import { n } from 'bundled'; export default n() | 1
  a build for bundlers may leave out the endings of its own files
    | import { a, b } from 'for-bundlers'; export default [a, b] | [1, 2]
  JSON is a value of the page
    | import data from './data.json' with { type: 'json' }; export default data.list.push(1) | 1
  Node has its modules
    | import { sep } from 'node:path'; export default sep | "/"
  modules know where they are
    | const { url, resolve } = import.meta; export default [url, resolve('./a.js')] | ["/main.js", "/a.js"]
  modules know their folder
    | export default typeof import.meta.dirname | "string"
`) {
  test(title, async () => expect(await pages(code)).toEqual(Array(3).fill(JSON.parse(seen))))
}

test('a renderer is evaluated once, with all that it requires', async () => {
  const code = "import react, { next } from 'react'; export default [next(), react.inner()]"
  expect(await pages(code)).toEqual([1, 2, 3].map((n) => [n, n]))
})

test('a package or a module that is not there is named', async () => {
  await expect(pages("import 'nothing'")).rejects.toThrow(/Cannot find package 'nothing'/)
  await expect(pages("export default await import('./later.js')")).rejects.toThrow(/later\.js/)
})
