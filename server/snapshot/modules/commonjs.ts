/**
 * Loads CommonJS modules of packages: compiled once a worker, evaluated for each page like ES
 * modules.
 * https://nodejs.org/api/modules.html
 */
import { readFileSync } from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import { dirname, extname } from 'node:path'
import { pathToFileURL } from 'node:url'
import type vm from 'node:vm'
import { type Program, parse } from 'acorn'
import { type KeepExports, takeClasses, withCounters } from './counters.ts'
import { EditedText } from './edited-text.ts'
import type { KeptRule } from './kept.ts'
import type { Importer, ImportModule, ValueModule } from './loaded-module.ts'
import { IMPORT } from './module-code.ts'
import { walk } from './syntax-tree.ts'

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
  importModule: ImportModule,
) => void

export interface CommonJsOptions {
  readonly compile: (code: string, options: vm.ScriptOptions) => vm.Script
  readonly kept: KeptRule
  /** See `ModuleLoader`. */
  readonly keepExports?: KeepExports
}

/** Parser options: CommonJS is a function body. */
export const SCRIPT = {
  ecmaVersion: 'latest',
  sourceType: 'script',
  allowHashBang: true,
  allowReturnOutsideFunction: true,
} as const

/** Loads a CommonJS module by its file path. @param isKept Whether pages share it. */
export type CommonJs = (file: string, isKept: boolean) => ValueModule

export function createCommonJs({ compile, kept: rule, keepExports }: CommonJsOptions): CommonJs {
  const scripts = new Map<string, Wrapper>()
  /** Module instances by their module map: of a page, or of the kept modules. */
  const instances = new WeakMap<object, Map<string, Module>>()

  /** @param page The page's map. @param kept The kept modules' map. @param owner One of the two. */
  function instance(file: string, page: Importer, kept: Importer, owner: Importer): Module {
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

  function evaluate(module: Module, page: Importer, kept: Importer, owner: Importer): void {
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
      // A module required by a kept module is kept too.
      const its = owner === kept || rule.has(found) ? kept : page
      return instance(found, page, kept, its).exports
    }
    Object.assign(require, { resolve: native.resolve })
    const url = pathToFileURL(filename).href
    const importModule: ImportModule = (specifier, options) =>
      owner.importModule(specifier, url, options)
    run.call(
      module.exports,
      module.exports,
      require,
      module,
      filename,
      dirname(filename),
      importModule,
    )
  }

  function compiled(filename: string, text: string): Wrapper {
    const isKept = rule.packageOf(filename) !== undefined
    const script = text.replace(/^#!.*/, '')
    const hasImports = /\bimport\b/.test(script)
    const program = isKept || hasImports ? parse(script, SCRIPT) : undefined
    const imports = program && hasImports ? withImports(script, program) : script
    const body =
      program && isKept ? withCounters(imports, program, rule.counters(filename)) : imports
    const code = `(function(exports,require,module,__filename,__dirname,${IMPORT}){${body}\n})`
    return compile(code, { filename }).runInThisContext() as Wrapper
  }

  return (file, isKept) => ({
    kind: 'value',
    url: pathToFileURL(file).href,
    isKept,
    evaluate: (page, kept) => namespaceOf(instance(file, page, kept, isKept ? kept : page).exports),
  })
}

/** Rewrites each `import()` as a call of the page's importer. Columns stay. */
function withImports(code: string, program: Program): string {
  const text = new EditedText(code)
  walk(program, ({ type, start }) => {
    if (type === 'ImportExpression') text.replace(start, start + 'import'.length, IMPORT)
  })
  return text.toString()
}

/** Node's view of CommonJS from ES modules: named exports, and all exports as the default. */
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
