/**
 * Loads CommonJS modules for the host of files: compiled once a worker, evaluated for each page.
 * https://nodejs.org/api/modules.html
 */
import { readFileSync } from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import { dirname, extname } from 'node:path'
import { pathToFileURL } from 'node:url'
import type vm from 'node:vm'
import { parse } from 'acorn'
import { type KeepExports, takeClasses, withCounters } from './counters.ts'
import type { KeptRule } from './kept-packages.ts'
import type { Importer, ImportModule, ValueModule } from './loaded-module.ts'
import { IMPORT } from './module-code.ts'
import { replaceImports } from './rewrite-source.ts'

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

interface CommonJsOptions {
  readonly compile: (code: string, options: vm.ScriptOptions) => vm.Script
  readonly kept: KeptRule
  /** See `ModuleLoader`. */
  readonly keepExports?: KeepExports | undefined
}

/** The body of a function, as CommonJS is. */
export const SCRIPT = {
  ecmaVersion: 'latest',
  sourceType: 'script',
  allowHashBang: true,
  allowReturnOutsideFunction: true,
} as const

/** Returns a function that loads a file. The worker's modules are kept: pages share them. */
export function createCommonJs(
  options: CommonJsOptions,
): (file: string, owner: 'page' | 'worker') => ValueModule {
  const loaded: Loaded = { options, scripts: new Map(), instances: new WeakMap() }
  return (file, owner) => ({
    kind: 'value',
    url: pathToFileURL(file).href,
    isKept: owner === 'worker',
    evaluate(page, kept) {
      const maps = { page, kept, owner: owner === 'worker' ? kept : page }
      return namespaceOf(instanceOf(loaded, file, maps).exports)
    },
  })
}

interface Loaded {
  readonly options: CommonJsOptions
  readonly scripts: Map<string, Wrapper>
  /** Module instances by their module map: of a page, or of the kept modules. */
  readonly instances: WeakMap<Importer, Map<string, Module>>
}

/** One of the maps owns the module. */
interface Maps {
  readonly page: Importer
  readonly kept: Importer
  readonly owner: Importer
}

function instanceOf(loaded: Loaded, file: string, maps: Maps): Module {
  const { instances, options } = loaded
  const { owner, kept } = maps
  const modules = instances.get(owner) ?? new Map<string, Module>()
  instances.set(owner, modules)
  const existing = modules.get(file)
  if (existing) return existing
  const module: Module = { exports: {}, filename: file, id: file, loaded: false }
  modules.set(file, module)
  try {
    evaluate(loaded, module, maps)
  } catch (error) {
    modules.delete(file)
    throw error
  }
  module.loaded = true
  const { exports } = module
  if (owner === kept && typeof exports === 'object' && exports)
    options.keepExports?.(exports, takeClasses())
  return module
}

function evaluate(loaded: Loaded, module: Module, { page, kept, owner }: Maps): void {
  const { scripts, options } = loaded
  const { filename } = module
  const source = readFileSync(filename, 'utf8')
  if (extname(filename) === '.json') {
    module.exports = JSON.parse(source)
    return
  }
  const run = scripts.get(filename) ?? compiled(options, filename, source)
  scripts.set(filename, run)
  const native = createRequire(filename)
  const require = (specifier: string): unknown => {
    if (isBuiltin(specifier)) return native(specifier)
    const file = native.resolve(specifier)
    if (!/\.(?:c?js|json)$/.test(file)) return native(specifier)
    // Modules that it requires are kept too.
    const isKept = owner === kept || options.kept.has(file)
    return instanceOf(loaded, file, { page, kept, owner: isKept ? kept : page }).exports
  }
  Object.assign(require, { resolve: native.resolve })
  const url = pathToFileURL(filename).href
  const importModule: ImportModule = (specifier, options) =>
    owner.importModule(specifier, url, options)
  const { exports } = module
  run.call(exports, exports, require, module, filename, dirname(filename), importModule)
}

function compiled({ compile, kept }: CommonJsOptions, filename: string, source: string): Wrapper {
  const isKept = kept.packageOf(filename) !== undefined
  const script = source.replace(/^#!.*/, '')
  const hasImports = /\bimport\b/.test(script)
  const program = isKept || hasImports ? parse(script, SCRIPT) : undefined
  const imports = program && hasImports ? replaceImports(script, program, IMPORT) : script
  const body = program && isKept ? withCounters(imports, program, kept.counters(filename)) : imports
  const code = `(function(exports,require,module,__filename,__dirname,${IMPORT}){${body}\n})`
  return compile(code, { filename }).runInThisContext() as Wrapper
}

/** As Node does: named exports, and all exports as the default. */
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
