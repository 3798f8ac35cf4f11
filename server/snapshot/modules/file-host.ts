/**
 * The host of modules in files, for the loader: a built app, or plain modules and `node_modules`.
 */
import { existsSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type vm from 'node:vm'
import { parse } from 'acorn'
import { moduleResolve } from 'import-meta-resolve'
import { memoized } from '../../diagnostics/runtime/memoized.ts'
import { createCommonJs, SCRIPT } from './commonjs.ts'
import { type KeepExports, withCounters } from './counters.ts'
import type { KeptRule } from './kept-packages.ts'
import { lastingCode } from './lasting-code.ts'
import type { ValueModule } from './loaded-module.ts'
import type { ModuleAddress, ModuleHost, ScriptText } from './loader.ts'
import { moduleCode } from './module-code.ts'

export interface FileAddresses {
  /** While the code of a page runs. */
  of(fileUrl: string): string | undefined
  /** The URL of the file at an address. */
  fileAt(address: string): string | undefined
}

export interface FileHostOptions {
  readonly kept: KeptRule
  /** How to import a file of this package, which all pages share; undefined for other files. */
  readonly shared: (path: string) => (() => Promise<object>) | undefined
  /** Imports by Node's own rules. */
  readonly importNative: (url: string) => Promise<object>
  readonly compile: (code: string, options: vm.ScriptOptions) => vm.Script
  /** Default: the conditions of Node and of browsers. */
  readonly conditions?: readonly string[]
  /** The addresses that a browser has for files. Default: none. */
  readonly addresses?: FileAddresses
  /** See `ModuleLoader`. */
  readonly keepExports?: KeepExports | undefined
}

/** Bundler builds, such as rxjs's, omit them in imports of their own files. */
const LEFT_OUT = ['.js', '/index.js']

function resolveFile(specifier: string, referrer: URL, conditions: Set<string>): string {
  try {
    return moduleResolve(specifier, referrer, conditions).href
  } catch (error) {
    if (!/^\.{1,2}\//.test(specifier) || !referrer.pathname.includes('/node_modules/')) throw error
    const file = LEFT_OUT.map((end) => new URL(specifier + end, referrer)).find(existsSync)
    if (!file) throw error
    return file.href
  }
}

/** A snapshot uses a package's browser build. */
const CONDITIONS = ['node', 'import', 'browser']

export function createFileHost(options: FileHostOptions): ModuleHost {
  const { kept, shared, importNative, compile, keepExports } = options
  const addressOf = (url: string) => options.addresses?.of(url)
  const conditions = new Set(options.conditions ?? CONDITIONS)
  const commonJs = createCommonJs({ compile, kept, keepExports })

  async function keptModule(url: string, load: () => Promise<object>): Promise<ValueModule> {
    const namespace = await load()
    return { kind: 'value', url, isKept: true, evaluate: () => namespace }
  }
  const native = (url: string) => keptModule(url, () => importNative(url))

  function readFile({
    url,
    type,
    isKept,
  }: ModuleAddress): ScriptText | ValueModule | Promise<ValueModule> {
    const file = fileURLToPath(url)
    const load = shared(file)
    if (load) return keptModule(url, load)
    const kind = extname(file)
    if (kind === '.json' || type === 'json') return dataModule(url, JSON.parse)
    if (kind === '.css' && type === 'css') return dataModule(url, sheetOf)
    if (kind === '.node' || kind === '.wasm') return native(url)
    if (isCommonJs(file)) return commonJs(file, isKept ? 'worker' : 'page')
    return { kind: 'text', text: sourceOf(file, kept) }
  }

  return {
    resolve: (specifier, referrer) =>
      isBuiltin(specifier)
        ? specifier
        : (options.addresses?.fileAt(specifier) ??
          resolveFile(specifier, new URL(referrer), conditions)),
    isKept: (url) => url.startsWith('file:') && kept.has(fileURLToPath(url)),
    read: (address) => (address.url.startsWith('file:') ? readFile(address) : native(address.url)),
    meta(url, platform) {
      if (!url.startsWith('file:')) return { url }
      const filename = fileURLToPath(url)
      return {
        get url() {
          return (platform === 'node' ? undefined : addressOf(url)) ?? url
        },
        filename,
        dirname: dirname(filename),
        resolve(specifier: string) {
          const address = addressOf(url)
          // A relative file need not exist.
          return address !== undefined || /^(?:\.{0,2}\/|[a-z]+:)/.test(specifier)
            ? resolveAddress(specifier, address ?? url)
            : moduleResolve(specifier, new URL(url), conditions).href
        },
      }
    },
    compile,
    rewrite: (text) => moduleCode(text, lastingCode),
  }
}

/**
 * The result of `import.meta.resolve` in a browser.
 * @throws {TypeError} For the name of a package, which has no address there.
 */
export function resolveAddress(specifier: string, base: string): string {
  if (/^(?:\.{0,2}\/|[a-z]+:)/i.test(specifier)) return new URL(specifier, base).href
  throw new TypeError(
    `import.meta.resolve('${specifier}') has no answer in a browser: import the package, or write a path that begins with "./"`,
  )
}

function sourceOf(file: string, kept: KeptRule): string {
  const source = readFileSync(file, 'utf8')
  if (kept.packageOf(file) === undefined) return source
  const program = parse(source, { ecmaVersion: 'latest', sourceType: 'module' })
  return withCounters(source, program, kept.counters(file))
}

/** Each page gets its own value. */
function dataModule(url: string, toValue: (text: string) => unknown): ValueModule {
  const text = readFileSync(fileURLToPath(url), 'utf8')
  return { kind: 'value', url, isKept: false, evaluate: () => ({ default: toValue(text) }) }
}

function sheetOf(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}

/** As Node decides it, or by the syntax. */
export function isCommonJs(file: string): boolean {
  const kind = extname(file)
  return kind === '.cjs' || (kind !== '.mjs' && !isModule(file))
}

/** Browser builds are often ES modules in a CommonJS package. */
const isModule = (file: string): boolean =>
  isModulePackage(dirname(file)) || hasModuleSyntax(readFileSync(file, 'utf8'))

function hasModuleSyntax(source: string): boolean {
  if (!/\b(?:import|export)\b/.test(source)) return false
  try {
    parse(source, SCRIPT)
    return false
  } catch {
    return true
  }
}

const isModulePackage: (folder: string) => boolean = memoized(10_000, readType)

function readType(folder: string): boolean {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).type === 'module'
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const outer = dirname(folder)
  return outer !== folder && !folder.endsWith('node_modules') && isModulePackage(outer)
}
