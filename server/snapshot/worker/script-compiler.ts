// Compiles scripts with V8's code of an earlier worker, which is several times faster, for
// programs, modules and scripts of pages. Hands over new code.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import vm from 'node:vm'
import { contentHash } from '../../diagnostics/runtime/hash.ts'
import type { CompiledCode } from '../pool/protocol.ts'

export interface ScriptCompiler {
  compile(code: string, options: vm.ScriptOptions): vm.Script
  /** Runs a program of this package. @returns Its exports. */
  run<T>(file: URL): Promise<T>
  /** Once; takes some ms. */
  handOver(): void
}

/** Shorter scripts are compiled at once. */
const LEAST = 2048

const HEAD = 10_000

const NEEDS_DOM = /^#src\/dom\//

/** @param known By the hash of its text. @param onCode Receives new code. */
export function createCompiler(
  known: CompiledCode,
  onCode?: (code: CompiledCode) => void,
): ScriptCompiler {
  const codes = new Map<string, Uint8Array>(known)
  let fresh = onCode && new Map<string, vm.Script>()

  function compile(code: string, options: vm.ScriptOptions, hash: string): vm.Script {
    const cachedData = codes.get(hash)
    const script = new vm.Script(code, { ...options, ...(cachedData && { cachedData }) })
    if (!cachedData) fresh?.set(hash, script)
    return script
  }

  return {
    compile: (code, options) =>
      code.length < LEAST || (!fresh && codes.size === 0)
        ? new vm.Script(code, options)
        : compile(code, options, contentHash(code)),
    async run<T>(url: URL): Promise<T> {
      const file = fileURLToPath(url)
      const code = readFileSync(file, 'latin1')
      // Line 1 is a hash of its content, line 2 lists shared modules.
      const [hash = '', shared = ''] = code.slice(0, HEAD).split('\n')
      const names: readonly string[] = JSON.parse(shared.slice('// '.length))
      const modules = new Map<string, object>(names.map((name) => [name, {}]))
      const take = async (name: string) =>
        void Object.assign(
          modules.get(name) as object,
          await import(new URL(name.replace('#', '../'), url).href),
        )
      await Promise.all(names.filter((name) => !NEEDS_DOM.test(name)).map(take))
      const ofNode = createRequire(file)
      const require = (name: string) => modules.get(name) ?? ofNode(name)
      // Strict, like modules.
      const wrapped = `(function (require, exports, __filename) { 'use strict';${code}\n})`
      const script = compile(wrapped, { filename: file }, hash)
      const exports = {} as T
      script.runInThisContext()(require, exports, file)
      await Promise.all(names.filter((name) => NEEDS_DOM.test(name)).map(take))
      return exports
    },
    handOver() {
      const compiled = new Map<string, Uint8Array>()
      fresh?.forEach((script, hash) => {
        compiled.set(hash, script.createCachedData())
      })
      if (compiled.size > 0) onCode?.(compiled)
      fresh = undefined
    },
  }
}
