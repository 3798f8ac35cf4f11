// Compiles scripts, and takes what an earlier worker thread has compiled of the same ones: reading that is several times quicker. In:
// scripts, compiled code by their hashes. Out: scripts that can be run; once they have run, what was compiled of those that were
// new, with all of their functions that were called. Code is found by the hash of the whole text and by nothing else.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import vm from 'node:vm'
import type { CompiledCode } from '../pool/code-cache.ts'
import { contentHash } from '../runtime/content-hash.ts'

/** Compiles scripts. */
export interface ScriptCompiler {
  compile(code: string, options: vm.ScriptOptions): vm.Script
  /**
   * Runs a file of this package that is one script. Modules that it has in common with the app are imported before, and after it
   * those that need the DOM that it installs.
   *
   * @returns What it exports.
   */
  run<T>(file: URL): Promise<T>
  /** Hands on what was compiled since, which takes some ms where there is any. */
  handOn(): void
}

/** What is shorter is compiled as soon as it is found. */
const LEAST = 2048

/** The first two lines of a file are shorter. */
const HEAD = 10_000

const NEEDS_DOM = /^#src\/dom\//

/** As many scripts may wait to be handed on. */
const MOST = 100

/**
 * Makes a compiler.
 *
 * @param known What can be taken. @param give Takes what was new; undefined: there is nobody to share with.
 */
export function createCompiler(
  known: CompiledCode,
  give?: (made: CompiledCode) => void,
): ScriptCompiler {
  const fresh = new Map<string, vm.Script>()

  function compile(code: string, options: vm.ScriptOptions, hash: string): vm.Script {
    const found = known.get(hash)
    const cachedData = found && new Uint8Array(found)
    const script = new vm.Script(code, { ...options, ...(cachedData && { cachedData }) })
    if (!found && fresh.size < MOST) fresh.set(hash, script)
    return script
  }

  return {
    compile: (code, options) =>
      code.length < LEAST || !give
        ? new vm.Script(code, options)
        : compile(code, options, contentHash(code)),
    async run<T>(url: URL): Promise<T> {
      const file = fileURLToPath(url)
      const code = readFileSync(file, 'latin1')
      // Its first line names its content, the second what it shares.
      const [hash = '', shared = ''] = code.slice(0, HEAD).split('\n')
      const names: readonly string[] = JSON.parse(shared.slice('// '.length))
      const modules = new Map<string, object>(names.map((name) => [name, {}]))
      const take = async (name: string) =>
        void Object.assign(
          modules.get(name) as object,
          await importModule(new URL(name.replace('#', '../'), url).href),
        )
      await Promise.all(names.filter((name) => !NEEDS_DOM.test(name)).map(take))
      const ofNode = createRequire(file)
      const require = (name: string) => modules.get(name) ?? ofNode(name)
      // As modules, it is strict.
      const wrapped = `(function (require, exports, __filename, __import) { 'use strict';${code}\n})`
      const script = compile(wrapped, { filename: file }, hash)
      const exports = {} as T
      script.runInThisContext()(require, exports, file, importModule)
      await Promise.all(names.filter((name) => NEEDS_DOM.test(name)).map(take))
      return exports
    },
    handOn() {
      if (give && fresh.size > 0)
        give(new Map([...fresh].map(([hash, one]) => [hash, codeOf(one)])))
      fresh.clear()
    },
  }
}

/** By a path from this file, as programs are written; see bundle/worker-file.ts. */
const importModule = (name: string): Promise<object> => import(name)

function codeOf(script: vm.Script): SharedArrayBuffer {
  const code = script.createCachedData()
  const shared = new SharedArrayBuffer(code.length)
  new Uint8Array(shared).set(code)
  return shared
}
