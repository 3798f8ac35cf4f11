/**
 * CommonJS modules of packages: compiled once a thread, evaluated for each page as modules of the language are.
 * https://nodejs.org/api/modules.html
 */
import { readFileSync } from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import { dirname, extname } from 'node:path'
import { pathToFileURL } from 'node:url'
import type vm from 'node:vm'
import { parse } from 'acorn'
import { type KeepExports, takeClasses, withCounters } from './counters.ts'
import type { KeptRule } from './kept.ts'
import type { ValueModule } from './loaded-module.ts'

interface Module {
  exports: unknown
  readonly filename: string
  readonly id: string
  loaded: boolean
}

type Wrapper = (
  exports: unknown,
  require: (specifier: string) => unknown,
  module: Module,
  filename: string,
  dirname: string,
) => void

/** Settings of the loader. */
export interface CommonJsOptions {
  readonly compile: (code: string, options: vm.ScriptOptions) => vm.Script
  readonly kept: KeptRule
  /** See `ModuleLoader`. */
  readonly keepExports?: KeepExports
}

/** How CommonJS is parsed: it is the body of a function. */
export const SCRIPT = {
  ecmaVersion: 'latest',
  sourceType: 'script',
  allowHashBang: true,
  allowReturnOutsideFunction: true,
} as const

/** Loads CommonJS modules by the path of their file. @param isKept Whether pages share it. */
export type CommonJs = (file: string, isKept: boolean) => ValueModule

/** Creates the loader. */
export function createCommonJs({ compile, kept: rule, keepExports }: CommonJsOptions): CommonJs {
  const scripts = new Map<string, Wrapper>()
  /** The modules of a page, or those that are kept, by their module map. */
  const instances = new WeakMap<object, Map<string, Module>>()

  /** @param page The map of the page. @param kept The map of what is kept. @param owner One of them. */
  function instance(file: string, page: object, kept: object, owner: object): Module {
    const known = instances.get(owner) ?? new Map<string, Module>()
    instances.set(owner, known)
    const there = known.get(file)
    if (there) return there
    const module: Module = { exports: {}, filename: file, id: file, loaded: false }
    known.set(file, module)
    try {
      evaluate(module, page, kept, owner)
    } catch (error) {
      known.delete(file)
      throw error
    }
    module.loaded = true
    const { exports } = module
    if (owner === kept && typeof exports === 'object' && exports)
      keepExports?.(exports, takeClasses())
    return module
  }

  function evaluate(module: Module, page: object, kept: object, owner: object): void {
    const { filename } = module
    const text = readFileSync(filename, 'utf8')
    if (extname(filename) === '.json') {
      module.exports = JSON.parse(text)
      return
    }
    const run = scripts.get(filename) ?? compiled(filename, text)
    scripts.set(filename, run)
    const native = createRequire(filename)
    const require = (specifier: string): unknown => {
      if (isBuiltin(specifier)) return native(specifier)
      const found = native.resolve(specifier)
      if (!/\.(?:c?js|json)$/.test(found)) return native(specifier)
      // A kept module keeps the modules that it requires.
      const its = owner === kept || rule.has(found) ? kept : page
      return instance(found, page, kept, its).exports
    }
    Object.assign(require, { resolve: native.resolve })
    run.call(module.exports, module.exports, require, module, filename, dirname(filename))
  }

  function compiled(filename: string, text: string): Wrapper {
    const variables = rule.variables(filename)
    const script = text.replace(/^#!.*/, '')
    const body = variables ? withCounters(script, parse(script, SCRIPT), variables) : script
    const code = `(function(exports,require,module,__filename,__dirname){${body}\n})`
    return compile(code, { filename }).runInThisContext() as Wrapper
  }

  return (file, isKept) => ({
    kind: 'value',
    url: pathToFileURL(file).href,
    isKept,
    evaluate: (page, kept) => namespaceOf(instance(file, page, kept, isKept ? kept : page).exports),
  })
}

/** As Node shows CommonJS to modules: the exports by their names, and all of them as the default. */
function namespaceOf(exports: unknown): object {
  const isRecord =
    typeof exports === 'function' || (typeof exports === 'object' && exports !== null)
  const names = isRecord ? Object.keys(exports).filter((name) => name !== 'default') : []
  const namespace = Object.create(null)
  for (const name of names) {
    const get = () => (exports as Record<string, unknown>)[name]
    Object.defineProperty(namespace, name, { enumerable: true, get })
  }
  Object.defineProperty(namespace, 'default', { enumerable: true, value: exports })
  Object.defineProperty(namespace, 'module.exports', { value: exports })
  return namespace
}
