/** Modules that are evaluated for each page behave as the modules of Node do, page after page. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import vm from 'node:vm'
import { expect } from '@playwright/test'
import { createLoader } from '../../../../server/snapshot/modules/loader.ts'
import { ModuleMap } from '../../../../server/snapshot/modules/module-map.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('module-map')

type Files = Readonly<Record<string, string>>

/** Loads from a record of files. Names that begin with "kept" are kept. */
const loaderOf = (files: Files) =>
  createLoader({
    resolve: (specifier, referrer) => new URL(specifier, referrer).href,
    read(url) {
      const name = url.slice(url.lastIndexOf('/') + 1)
      const text = files[name]
      if (text === undefined) throw new Error(`no file ${name}`)
      return { kind: 'text', text }
    },
    isKept: (url) => url.includes('/kept'),
    meta: (url) => ({ url }),
    compile: (code, options) => new vm.Script(code, options),
  })

/** Every graph logs to `globalThis.log`. */
const logged = async (run: () => Promise<unknown>): Promise<unknown[]> => {
  const log: unknown[] = []
  Object.assign(globalThis, { log: (...values: unknown[]) => log.push(...values) })
  await run().catch((error: Error) => log.push(`${error.name}: ${error.message.split(' (')[0]}`))
  return log
}

const inNode = (files: Files): Promise<unknown[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'modules-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  return logged(() => import(pathToFileURL(join(folder, 'main.js')).href)).finally(() =>
    rmSync(folder, { recursive: true }),
  )
}

const inPage = (files: Files, loader = loaderOf(files), kept = new ModuleMap(loader)) =>
  logged(() => new ModuleMap(loader, kept).import('file:///app/main.js', 'file:///app/'))

const GRAPHS: Readonly<Record<string, Files>> = {
  'names, defaults and namespaces': {
    'main.js':
      "import d, { a, b as c } from './x.js'; import * as n from './x.js'; log(d(), a, c, Object.keys(n).join(), n.a, String(n))",
    'x.js':
      "export const a = 1; let b = 2; export { b }; export default function () { return 'default' }",
  },
  'imports by names that a rewriting may use itself': {
    'main.js':
      "import $ from './x.js'; log($); import { a as _, b as $$, $ as take, c as exports } from './x.js'; log($, _, $$, take, exports); const log2 = [$, _]; log(log2.join())",
    'x.js':
      "export default 'jquery'; export const a = 'a', b = 'b', $ = 'dollar', c = 'c'; const require = 1, module = 2, record = 3; log(require, module, record)",
  },
  'names of anonymous defaults': {
    'main.js':
      "import f from './f.js'; import g from './g.js'; import h from './h.js'; log(f.name, g.name, h.name)",
    'f.js': 'export default () => 1',
    'g.js': 'export default (class {})',
    'h.js': 'export default function () {}',
  },
  'defaults of expressions': {
    'main.js': "import f from './f.js'; import g from './g.js'; log(f, g)",
    'f.js': 'export default (1, 2)\nlog("f")',
    'g.js': 'export /* a */ default `g` // b',
  },
  'live bindings': {
    'main.js':
      "import { n, up, set, loop } from './x.js'; import { n as m } from './y.js'; log(n, m); up(); log(n, m); log(set(7), n, m); loop(); log(n, m)",
    'x.js':
      'export let n = 0; export const up = () => n++; export function set(v) { return ([n] = [v]) }; export function loop() { for (n of [1, 2, 3]) ; }',
    'y.js': "export { n } from './x.js'",
  },
  'stars, and their order of precedence': {
    'main.js':
      "import * as n from './all.js'; import { a, b } from './all.js'; log(a, b, Object.keys(n).join())",
    'all.js': "export * from './x.js'; export * from './y.js'; export const a = 'own'",
    'x.js': "export const a = 'x', b = 'x b'; export default 1",
    'y.js': "export const c = 'y'",
  },
  'namespaces of namespaces': {
    'main.js': "import { x } from './y.js'; log(x.a, x === (await import('./x.js')))",
    'y.js': "export * as x from './x.js'",
    'x.js': 'export const a = 1',
  },
  'a circle that calls functions of the other': {
    'main.js': "import { even } from './even.js'; log(even(4))",
    'even.js':
      "import { odd } from './odd.js'; export function even(n) { return n === 0 || odd(n - 1) } log('even', odd(1))",
    'odd.js':
      "import { even } from './even.js'; export function odd(n) { return n !== 0 && even(n - 1) } log('odd', even(0))",
  },
  'a circle of values': {
    'main.js': "import { a, get } from './a.js'; log(a, get())",
    'a.js': "import { b } from './b.js'; export const a = 'a'; export const get = () => b()",
    'b.js': "import { a } from './a.js'; export const b = () => a + '!'",
  },
  'the order of evaluation': {
    'main.js': "log('main begins'); import './a.js'; import './b.js'; log('main')",
    'a.js': "import './c.js'; log('a')",
    'b.js': "import './c.js'; log('b')",
    'c.js': "log('c')",
  },
  'await at the top level': {
    'main.js':
      "import { a } from './a.js'; import { b } from './b.js'; log(a, b); for await (const x of [1, 2]) log(x)",
    'a.js': "export const a = await Promise.resolve('a')",
    'b.js': "import { a } from './a.js'; export const b = a + 'b'",
  },
  'dynamic import': {
    'main.js':
      "const [a, b] = await Promise.all([import('./a.js'), import('./a.js')]); log(a === b, a.default, a.name)",
    'a.js': "log('once'); export default 1; export const name = 'a'",
  },
  'a circle through dynamic import': {
    'main.js': "import { later } from './a.js'; export const x = 'x'; log(await later())",
    'a.js': "export const later = async () => (await import('./b.js')).get()",
    'b.js': "import { later } from './a.js'; export const get = () => typeof later",
  },
  'an error in a module': {
    'main.js':
      "const say = (error) => log(error.message); await import('./a.js').catch(say); await import('./a.js').catch(say); await import('./b.js').catch(say)",
    'a.js': "log('a'); throw new Error('of a')",
    'b.js': "import './a.js'; log('b')",
  },
  'an export that is not there': {
    'main.js': "import { b } from './a.js'",
    'a.js': 'export const a = 1',
  },
  'exports that two modules have': {
    'main.js': "import * as n from './a.js'; log(Object.keys(n).join())",
    'a.js': "export * from './b.js'; export * from './c.js'",
    'b.js': 'export const x = 1, y = 1',
    'c.js': 'export const x = 2, z = 2',
  },
  'strict mode, and no this': {
    'main.js':
      'log(this, (function () { return this })()); try { undeclared = 1 } catch (error) { log(error.name) }',
  },
  'classes and their assignment': {
    'main.js': "import { A, change } from './a.js'; log(A.name); change(); log(A)",
    'a.js': 'export class A {} export function change() { A = 1 }',
  },
  'functions that are called before their text': {
    'main.js': 'log(f()); export function f() { return typeof f }',
  },
  'names that are shadowed': {
    'main.js':
      "import { a } from './a.js'; const f = (a) => { a = a + 1; return a }; log(f(1), a); { let a = 5; a++; log(a) }",
    'a.js': 'export let a = 1; const g = (a) => a++; g(3); export default 1',
  },
  'statements without semicolons': {
    'main.js':
      "import { a } from './a.js'\nlog(a)\nconst b = 1\nexport { b }\n;[1].forEach((x) => log(x))\nexport default b\nlog(b)",
    'a.js': 'export let a = 1\na = 2\nexport const b = 3\n++a',
  },
  'names that are strings': {
    'main.js': "import { 'a b' as x } from './a.js'; log(x)",
    'a.js': "const x = 1; export { x as 'a b' }",
  },
  'the empty module': { 'main.js': '' },
}

for (const [what, files] of Object.entries(GRAPHS)) {
  test(`has ${what} as Node has, page after page`, async () => {
    const expected = await inNode(files)
    const loader = loaderOf(files)
    const kept = new ModuleMap(loader)
    for (const _ of [1, 2, 3]) expect(await inPage(files, loader, kept)).toEqual(expected)
  })
}

test('a page begins with the modules as they are written', async () => {
  const files = {
    'main.js': "import { up } from './store.js'; log(up())",
    'store.js': 'let n = 0; export const up = () => ++n',
  }
  const loader = loaderOf(files)
  for (const _ of [1, 2, 3]) expect(await inPage(files, loader)).toEqual([1])
})

test('what is kept is evaluated once, and its live bindings reach the pages that have not ended', async () => {
  const files = {
    'main.js': "import { n, up } from './kept.js'; log(n); globalThis.seen = () => n; up()",
    'kept.js': 'export let n = 0; export const up = () => ++n',
  }
  const loader = loaderOf(files)
  const kept = new ModuleMap(loader)
  const page = new ModuleMap(loader, kept)
  expect(await logged(() => page.import('file:///app/main.js', 'file:///app/'))).toEqual([0])
  const { seen } = globalThis as unknown as { seen(): number }
  page.end()
  expect(await inPage(files, loader, kept)).toEqual([1])
  expect(seen()).toBe(1)
})

test('a stack names the file, the line and the column', async () => {
  const files = { 'main.js': '\nexport const a = 1\n  throw new Error("here")' }
  const page = new ModuleMap(loaderOf(files))
  const error = await page.import('file:///app/main.js', 'file:///app/').catch((error) => error)
  expect(error.stack).toContain('file:///app/main.js:3:9')
})
