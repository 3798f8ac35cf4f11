/**
 * Compiled code that a worker takes over from an earlier one: of the same script only, and only if
 * V8 accepts it.
 */
import { expect } from '@playwright/test'
import type { CompiledCode } from '../../../../server/snapshot/pool/protocol.ts'
import { createCompiler } from '../../../../server/snapshot/worker/script-compiler.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('script-compiler')

const LONG = `/* ${'long '.repeat(600)} */`
const scriptOf = (result: string) => `${LONG};(function () { return ${result} })()`
/** V8 itself knows the code that it has compiled under the same name. */
let names = 0
/** Whether V8 has refused the code of a script, and the script's output. */
function compiled(code: CompiledCode, result: string): unknown[] {
  const compiler = createCompiler(code)
  const script = compiler.compile(scriptOf(result), { filename: `script-${names++}.js` })
  return [script.cachedDataRejected, run(script)]
}
const run = (script: { runInThisContext(): unknown }) => script.runInThisContext()

/** The code of a script that has run. */
function codeOf(script: string): CompiledCode {
  const handed: CompiledCode[] = []
  const compiler = createCompiler(new Map(), (made) => handed.push(made))
  run(compiler.compile(script, {}))
  compiler.handOver()
  // A second time there is nothing: pages have been shown since.
  run(compiler.compile(`${script};1`, {}))
  compiler.handOver()
  expect(handed).toHaveLength(1)
  return handed[0] as CompiledCode
}

test('a script is compiled from the code of an earlier worker, with the same result', () => {
  const code = codeOf(scriptOf('41 + 1'))
  expect(code.size).toBe(1)
  expect(compiled(code, '41 + 1')).toEqual([false, 42])
})

test('another script of the same length does not use its code', () =>
  expect(compiled(codeOf(scriptOf('41 + 1')), '41 + 2')).toEqual([undefined, 43]))

test('a script with code that V8 refuses is compiled again', () => {
  const [[hash = '', whole = new Uint8Array()] = []] = codeOf(scriptOf('7'))
  for (const code of [new Uint8Array(0), new Uint8Array(5000), whole.slice(0, 99)])
    expect(compiled(new Map([[hash, code]]), '7')).toEqual([true, 7])
})
