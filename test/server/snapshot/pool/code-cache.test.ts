/** Compiled code that worker threads take over from each other: of the same script only, of what V8 accepts only, and bounded. */
import { expect } from '@playwright/test'
import { createCodeCache } from '../../../../server/snapshot/pool/code-cache.ts'
import { createCompiler } from '../../../../server/snapshot/worker/script-compiler.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('code-cache')

const LONG = `/* ${'long '.repeat(600)} */`
const scriptOf = (result: string) => `${LONG};(function () { return ${result} })()`
/** V8 itself knows what it has compiled under the same name. */
let names = 0
/** Whether V8 has refused the code of a script, and what the script shows. */
function compiled(all: ReadonlyMap<string, SharedArrayBuffer>, result: string): unknown[] {
  const compiler = createCompiler(all, () => undefined)
  const script = compiler.compile(scriptOf(result), { filename: `script-${names++}.js` })
  return [script.cachedDataRejected, run(script)]
}
const run = (script: { runInThisContext(): unknown }) => script.runInThisContext()

/** The code of a script that has run. */
function codeOf(code: string) {
  const cache = createCodeCache()
  const compiler = createCompiler(cache.all, cache.keep)
  run(compiler.compile(code, {}))
  compiler.handOn()
  return cache
}

test('a script is compiled from what was compiled of it before, and shows the same', () => {
  const cache = codeOf(scriptOf('41 + 1'))
  expect(cache.all.size).toBe(1)
  expect(compiled(cache.all, '41 + 1')).toEqual([false, 42])
})

test('another script of the same length is not given its code', () =>
  expect(compiled(codeOf(scriptOf('41 + 1')).all, '41 + 2')).toEqual([undefined, 43]))

test('code that V8 refuses is compiled anew', () => {
  const [[hash = '', whole] = []] = codeOf(scriptOf('7')).all
  const cut = new Uint8Array(whole as SharedArrayBuffer).slice(0, 99)
  for (const bytes of [new Uint8Array(0), new Uint8Array(5000), cut]) {
    const code = new SharedArrayBuffer(bytes.length)
    new Uint8Array(code).set(bytes)
    expect(compiled(new Map([[hash, code]]), '7')).toEqual([true, 7])
  }
})

test('the cache is bounded in bytes: what came first goes first, what is there already stays', () => {
  const cache = createCodeCache(2000)
  const keep = (bytes: number, ...names: string[]) =>
    cache.keep(new Map(names.map((name) => [name, new SharedArrayBuffer(bytes)])))
  keep(800, 'a')
  const first = cache.all.get('a')
  keep(800, 'a')
  expect(cache.all.get('a')).toBe(first)
  keep(800, 'b', 'c')
  expect([...cache.all.keys()]).toEqual(['b', 'c'])
  keep(3000, 'd')
  expect([...cache.all.keys()]).toEqual([])
})
