// Compiles the scripts of adopted pages, once a worker for the same text and name: V8 then keeps
// the code of their functions.

import vm from 'node:vm'
import { parse } from 'acorn'
import { LRUCache } from 'lru-cache'
import { withoutFragment } from '../../../src/url.ts'
import { type PageWindow, perPage, toPage } from '../../dom/index.ts'
import { replaceImports } from '../../snapshot/modules/rewrite-source.ts'
import type { ScriptCompiler } from '../../snapshot/worker/script-compiler.ts'

/** @param referrer The importer's URL. @returns The namespace. */
export type Import = (specifier: string, referrer: string) => Promise<object>

/** Scripts by text and name, bounded in characters. */
const scripts = new LRUCache<string, Map<string, vm.Script>>({ maxSize: 2 ** 25 })

/** By window, and by script for the window that ran it last. */
const importers = perPage(() => new WeakMap<object, Import>())

const IMPORT = '__hb_import'

/** SIDE EFFECT: lets the scripts of a window import modules. */
export function importInWindow(window: PageWindow, load: Import): void {
  importers().set(window, load)
  const value = (referrer: string) => (specifier: unknown) =>
    toPage(load(String(specifier), referrer))
  Object.defineProperty(window, IMPORT, { value, configurable: true })
}

interface ScriptParts {
  readonly window: PageWindow
  readonly code: string
  /** For stacks. */
  readonly filename: string
  /** The URL that its imports are relative to. */
  readonly referrer: string
}

/** @throws SyntaxError */
export function compileScript(
  compiler: ScriptCompiler,
  { window, code, filename, referrer }: ScriptParts,
): vm.Script {
  const base = withoutFragment(referrer)
  const key = `${filename} ${base}`
  const ofText = scripts.get(code) ?? new Map<string, vm.Script>()
  const script =
    ofText.get(key) ??
    compiler.compile(withImports(code, base), {
      filename,
      importModuleDynamically: (specifier, by) => importedModule(by, specifier, base),
    })
  importers().set(script, importers().get(window) as Import)
  ofText.set(key, script)
  scripts.set(code, ofText, { size: code.length * ofText.size + 1 })
  return script
}

/** @throws SyntaxError */
export const compileBody = (
  window: PageWindow,
  code: string,
  names: readonly string[],
): ((...args: unknown[]) => unknown) =>
  vm.compileFunction(code, names, {
    parsingContext: window,
    importModuleDynamically: (specifier) =>
      importedModule(window, specifier, window.document.baseURI),
  }) as (...args: unknown[]) => unknown

const HAS_IMPORT = /\bimport\s*\(/

/** Node keeps the modules of `import()`, so scripts import them by a function. */
function withImports(code: string, referrer: string): string {
  if (!HAS_IMPORT.test(code)) return code
  try {
    const program = parse(code, { ecmaVersion: 'latest', allowHashBang: true })
    return replaceImports(code, program, `${IMPORT}(${JSON.stringify(referrer)})`)
  } catch {
    // V8 reports the error.
    return code
  }
}

/** Node takes no other modules than its own here. */
async function importedModule(by: object, specifier: string, referrer: string): Promise<never> {
  const load = importers().get(by) as Import
  const namespace = await load(specifier, referrer)
  const names = Object.keys(namespace)
  const module: vm.SyntheticModule = new vm.SyntheticModule(names, () => {
    for (const name of names) module.setExport(name, Reflect.get(namespace, name))
  })
  await module.link(() => module)
  await module.evaluate()
  return module as never
}
