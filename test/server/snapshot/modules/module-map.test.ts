/** Modules that are evaluated for each page behave as the modules of Node do, page after page. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import vm from 'node:vm'
import { expect } from '@playwright/test'
import { lastingCode } from '../../../../server/snapshot/modules/lasting-code.ts'
import { createLoader } from '../../../../server/snapshot/modules/loader.ts'
import { moduleCode } from '../../../../server/snapshot/modules/module-code.ts'
import { ModuleMap } from '../../../../server/snapshot/modules/module-map.ts'
import { suite } from '../../../run/suite.ts'
import { folderWith } from '../../helpers/files.ts'

const test = suite('module-map')

type Files = Readonly<Record<string, string>>

/** Loads from a record of files. Names that begin with "kept" are kept. */
const loaderOf = (files: Files) =>
  createLoader({
    resolve: (specifier, referrer) => new URL(specifier, referrer).href,
    read({ url }) {
      const name = url.slice(url.lastIndexOf('/') + 1)
      const text = files[name]
      if (text === undefined) throw new Error(`no file ${name}`)
      return { kind: 'text', text }
    },
    isKept: (url) => url.includes('/kept'),
    meta: (url) => ({ url }),
    compile: (code, options) => new vm.Script(code, options),
    rewrite: (text) => moduleCode(text, lastingCode),
  })

/** Every graph logs to `globalThis.log`. */
const logged = async (run: () => Promise<unknown>): Promise<unknown[]> => {
  const log: unknown[] = []
  Object.assign(globalThis, { log: (...values: unknown[]) => log.push(...values) })
  await run().catch((error: Error) => log.push(`${error.name}: ${error.message.split(' (')[0]}`))
  Reflect.deleteProperty(globalThis, 'log')
  return log
}

const inNode = async (files: Files): Promise<unknown[]> => {
  const folder = await folderWith({ ...files, 'package.json': '{"type":"module"}' })
  return logged(() => import(pathToFileURL(join(folder, 'main.js')).href))
}

const inPage = (files: Files, loader = loaderOf(files), kept = new ModuleMap(loader)) =>
  logged(() => new ModuleMap(loader, kept).import('file:///app/main.js', 'file:///app/'))

/** The files of a text: each begins with its name and a colon. */
function filesIn(text: string): Files {
  const [, ...parts] = text.split(/^ {4}(\w+): ?/m)
  return Object.fromEntries(
    parts.flatMap((name, at) => (at % 2 === 0 ? [[`${name}.js`, parts[at + 1] ?? '']] : [])),
  )
}

const GRAPHS: Readonly<Record<string, string>> = {
  'names, defaults and namespaces': `
    main: import d, { a, b as c } from './x.js'; import * as n from './x.js'
      log(d(), a, c, Object.keys(n).join(), n.a, String(n))
    x: export const a = 1; let b = 2; export { b }; export default function () { return 'default' }`,
  'imports by names that a rewriting may use itself': `
    main: import $ from './x.js'; log($); import { a as _, b as $$, $ as take, c as exports } from './x.js'
      log($, _, $$, take, exports); const log2 = [$, _]; log(log2.join())
    x: export default 'jquery'; export const a = 'a', b = 'b', $ = 'dollar', c = 'c'
      const require = 1, module = 2, record = 3; log(require, module, record)`,
  'defaults without names, and of expressions': `
    main: import f from './f.js'; import g from './g.js'; import h from './h.js'
      import i from './i.js'; import j from './j.js'
      log(f.name, g.name, h.name, i, j)
    f: export default () => 1
    g: export default (class {})
    h: export default function () {}
    i: export default (1, 2)
      log("i")
    j: export /* a */ default \`g\` // b`,
  'live bindings': `
    main: import { n, up, set, loop } from './x.js'; import { n as m } from './y.js'
      log(n, m); up(); log(n, m); log(set(7), n, m); loop(); log(n, m)
    x: export let n = 0; export const up = () => n++; export function set(v) { return ([n] = [v]) }
      export function loop() { for (n of [1, 2, 3]) ; }
    y: export { n } from './x.js'`,
  'stars, their order of precedence, and exports that two modules have': `
    main: import * as n from './all.js'; import { a, b } from './all.js'; import { x } from './ns.js'
      log(a, b, Object.keys(n).join()); log(x.a, x === (await import('./x.js')))
    all: export * from './x.js'; export * from './y.js'; export const a = 'own'
    x: export const a = 'x', b = 'x b', two = 1; export default 1
    y: export const c = 'y', two = 2
    ns: export * as x from './x.js'`,
  'circles of functions, of values, and through dynamic import': `
    main: import { even } from './even.js'; import { a, get } from './a.js'; import { later } from './c.js'
      export const x = 'x'; log(even(4), a, get(), await later())
    even: import { odd } from './odd.js'
      export function even(n) { return n === 0 || odd(n - 1) } log('even', odd(1))
    odd: import { even } from './even.js'
      export function odd(n) { return n !== 0 && even(n - 1) } log('odd', even(0))
    a: import { b } from './b.js'; export const a = 'a'; export const get = () => b()
    b: import { a } from './a.js'; export const b = () => a + '!'
    c: export const later = async () => (await import('./d.js')).get()
    d: import { later } from './c.js'; export const get = () => typeof later`,
  'values of a circle as soon as they are declared': `
    main: import { X, Z, D, name } from './a.js'; import { x as own } from './main.js'
      export default 'main'
      log(name()); export const x = 1; log(X(), own)
      var z = 3; log(Z()); export { z }; class M {}; log(D()); export { M as D }
    a: import main, { x, z, D as M } from './main.js'; import E from './e.js'
      export const X = () => x, Z = () => z, name = () => main, D = () => M.name + E.name
    e: import './f.js'; export default class E {}
    f: import E from './e.js'; export const f = () => E
      const t = () => { let E = 1; E = 2; return E }; log(t())`,
  'the order of evaluation': `
    main: log('main begins'); import './a.js'; import './b.js'; log('main')
    a: import './c.js'; log('a')
    b: import './c.js'; log('b')
    c: log('c')`,
  'await at the top level': `
    main: import { a } from './a.js'; import { b } from './b.js'
      log(a, b); for await (const x of [1, 2]) log(x)
    a: export const a = await Promise.resolve('a')
    b: import { a } from './a.js'; export const b = a + 'b'`,
  'await in modules that need each other to go on, and in loops over exports': `
    main: import './a.js'; import './b.js'; import { x, each } from './c.js'
      log('main'); await each(() => log(x))
      await Promise.all([import('./d.js'), import('./e.js')]).then(() => log('both'))
    a: log('a'); await new Promise((resolve) => { globalThis.goOn = resolve }); log('a goes on')
    b: log('b'); goOn(); delete globalThis.goOn
    c: export let x; export const each = async (see) => { for await (x of [1, 2]) see() }
    d: import './e.js'; await 0
    e: import './d.js'; await 0`,
  'dynamic import': `
    main: const [a, b] = await Promise.all([import('./a.js'), import('./a.js')])
      log(a === b, a.default, a.name)
    a: log('once'); export default 1; export const name = 'a'`,
  'an error in a module': `
    main: const say = (error) => log(error.message)
      for (const name of ['a', 'a', 'b']) await import('./' + name + '.js').catch(say)
    a: log('a'); throw new Error('of a')
    b: import './a.js'; log('b')`,
  'an export that is not there': `
    main: import { b } from './a.js'
    a: export const a = 1`,
  'strict mode, and no this': `
    main: log(this, (function () { return this })())
      try { undeclared = 1 } catch (error) { log(error.name) }`,
  'classes and their assignment': `
    main: import { A, change } from './a.js'; log(A.name); change(); log(A)
    a: export class A {} export function change() { A = 1 }`,
  'names that are shadowed, or strings, and functions that are called before their text': `
    main: import { a, 'a b' as x } from './a.js'; log(f(), x); export function f() { return typeof f }
      const g = (a) => { a = a + 1; return a }; log(g(1), a); { let a = 5; a++; log(a) }
    a: export let a = 1; const g = (a) => a++; g(3); export default 1; const x = 1; export { x as 'a b' }`,
  'statements without semicolons': `
    main: import { a } from './a.js'
      log(a)
      const b = 1
      export { b }
      ;[1].forEach((x) => log(x))
      export default b
      log(b)
    a: export let a = 1
      a = 2
      export const b = 3
      ++a`,
  'the empty module': `
    main:`,
}

for (const [feature, text] of Object.entries(GRAPHS)) {
  test(`has ${feature} as in Node, page after page`, async () => {
    const files = filesIn(text)
    const expected = await inNode(files)
    const loader = loaderOf(files)
    const kept = new ModuleMap(loader)
    for (const _ of [1, 2, 3]) expect(await inPage(files, loader, kept)).toEqual(expected)
  })
}

test('a page starts with fresh modules', async () => {
  const files = filesIn(`
    main: import { up } from './store.js'; log(up())
    store: let n = 0; export const up = () => ++n`)
  const loader = loaderOf(files)
  for (const _ of [1, 2, 3]) expect(await inPage(files, loader)).toEqual([1])
})

test('a kept module is evaluated once, and its live bindings reach pages that have not ended', async () => {
  const files = filesIn(`
    main: import { n, up } from './kept.js'; log(n, () => n); up()
    kept: export let n = 0; export const up = () => ++n`)
  const loader = loaderOf(files)
  const kept = new ModuleMap(loader)
  const page = new ModuleMap(loader, kept)
  const [n, seen] = await logged(() => page.import('file:///app/main.js', 'file:///app/'))
  page.end()
  expect([n, (await inPage(files, loader, kept))[0]]).toEqual([0, 1])
  expect((seen as () => number)()).toBe(1)
})

test('a kept module that fails in one page is evaluated again for the next', async () => {
  const files = filesIn(`
    main: import { value } from './kept.js'; log(value)
    kept: import './keptToo.js'; export const value = setting.value
    keptToo: log('once')`)
  const loader = loaderOf(files)
  const kept = new ModuleMap(loader)
  expect((await inPage(files, loader, kept)).join()).toMatch(/^once,ReferenceError/)
  Object.assign(globalThis, { setting: { value: 'set' } })
  for (const _ of [1, 2]) expect(await inPage(files, loader, kept)).toEqual(['set'])
  Reflect.deleteProperty(globalThis, 'setting')
})

test('a module that can hold nothing is evaluated once, and so are those that it imports', async () => {
  const files = filesIn(`
    main: import { A, more } from './a.js'; import { n } from './holds.js'; log(A, more, n)
    a: import { b } from './b.js'; export class A { static b = b } export const more = [b]
    b: export const b = () => 'b'
    holds: import { b } from './b.js'; export const n = b() + Math.random()`)
  const loader = loaderOf(files)
  const kept = new ModuleMap(loader)
  const [first, second] = [await inPage(files, loader, kept), await inPage(files, loader, kept)]
  expect([second?.[0], second?.[1]]).toEqual([first?.[0], first?.[1]])
  expect(second?.[0]).toBe(first?.[0])
  expect(second?.[2]).not.toBe(first?.[2])
})

test('each page defines the elements of a lasting module, and gets the error of a definition', async () => {
  const files = filesIn(`
    main: const say = ({ message }) => log(message)
      for (const name of ['a', 'a', 'b']) await import('./' + name + '.js').then(() => log(name), say)
    a: export class A {} customElements.define('a-a', A)
    b: class B {} customElements.define('b-b', B); customElements.define('a-a', B); export { B }`)
  const loader = loaderOf(files)
  const kept = new ModuleMap(loader)
  const classes: unknown[] = []
  for (const _ of [1, 2]) {
    const defined = new Map<string, unknown>()
    const define = (name: string, element: unknown) => {
      if (defined.has(name)) throw new Error(`${name} is taken`)
      defined.set(name, element)
    }
    Object.assign(globalThis, { customElements: { define } })
    expect(await inPage(files, loader, kept)).toEqual(['a', 'a', 'a-a is taken'])
    expect([...defined.keys()]).toEqual(['a-a', 'b-b'])
    classes.push(defined.get('a-a'))
  }
  Reflect.deleteProperty(globalThis, 'customElements')
  expect(classes[1]).toBe(classes[0])
})

test('code of a lasting module imports into the page that runs it', async () => {
  const files = filesIn(`
    main: import { later } from './a.js'; log((await later()).own)
    a: export const later = () => import('./b.js')
    b: export const own = {}; log('b')`)
  const loader = loaderOf(files)
  const kept = new ModuleMap(loader)
  const seen = []
  for (const _ of [1, 2]) {
    const [once, own, ...more] = await inPage(files, loader, kept)
    expect([once, more]).toEqual(['b', []])
    seen.push(own)
  }
  expect(seen[1]).not.toBe(seen[0])
})

test('a page that has replaced a global evaluates modules anew that read it', async () => {
  const files = filesIn(`
    main: globalThis.Base = own; const { A } = await import('./a.js'); log(Object.getPrototypeOf(A).name)
    a: export class A extends Base {}`)
  const loader = loaderOf(files)
  const kept = new ModuleMap(loader)
  for (const own of [class One {}, class Two {}, class Three {}]) {
    Object.assign(globalThis, { own })
    expect(await inPage(files, loader, kept)).toEqual([own.name])
  }
  for (const name of ['own', 'Base']) Reflect.deleteProperty(globalThis, name)
})

test('a stack names the file, the line and the column', async () => {
  const files = { 'main.js': '\nexport const a = 1\n  throw new Error("here")' }
  const page = new ModuleMap(loaderOf(files))
  const error = await page.import('file:///app/main.js', 'file:///app/').catch((error) => error)
  expect(error.stack).toContain('file:///app/main.js:3:9')
})

test('an error of syntax names its line and column', async () => {
  const page = new ModuleMap(loaderOf({ 'main.js': 'let a = 1\nlet a = 2' }))
  await expect(page.import('file:///app/main.js', 'file:///app/')).rejects.toThrow(/\(2:4\)/)
})
