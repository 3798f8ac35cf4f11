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
  run<T>(file: URL): T
  /** Once; takes some ms. */
  handOver(): void
}

/** Shorter scripts are compiled at once. */
const LEAST = 2048

/** @param cached By the hash of its text. @param onCode Receives new code. */
export function createCompiler(
  cached: CompiledCode,
  onCode?: (code: CompiledCode) => void,
): ScriptCompiler {
  const codes = new Map<string, Uint8Array>(cached)
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
    run<T>(url: URL): T {
      const file = fileURLToPath(url)
      const code = readFileSync(file, 'latin1')
      // Line 1 is a hash of its content.
      const hash = code.slice(0, code.indexOf('\n'))
      // Strict, like modules.
      const wrapped = `(function (require, exports, __filename) { 'use strict';${code}\n})`
      const exports = {} as T
      const script = compile(wrapped, { filename: file }, hash)
      script.runInThisContext()(createRequire(file), exports, file)
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
