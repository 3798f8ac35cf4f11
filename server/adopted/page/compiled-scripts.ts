// Shares compiled scripts between the pages of a worker, by text and name: V8 keeps their
// functions' compiled code.

import vm from 'node:vm'
import type { PageWindow } from '../../dom/index.ts'
import type { ScriptCompiler } from '../../snapshot/worker/script-compiler.ts'

export type Import = (specifier: string) => Promise<unknown>

/** Characters. */
const MOST_KEPT = 2 ** 25

const kept = new Map<string, Map<string, vm.Script>>()
let characters = 0

/** The importer of a script: the page that ran it last. */
const importers = new WeakMap<object, Import>()

/** Compiles a script. @param load Imports its modules. */
export type Compile = (
  compiler: ScriptCompiler,
  code: string,
  filename: string,
  load: Import,
) => vm.Script

export const compile: Compile = (compiler, code, filename, load) =>
  compiler.compile(code, {
    filename,
    importModuleDynamically: (specifier) => load(specifier) as Promise<never>,
  })

export const compileOnce: Compile = (compiler, code, filename, load) => {
  const ofText = kept.get(code) ?? new Map<string, vm.Script>()
  const found = ofText.get(filename)
  const script =
    found ??
    compiler.compile(code, {
      filename,
      importModuleDynamically: (specifier, by) =>
        (importers.get(by) as Import)(specifier) as Promise<never>,
    })
  importers.set(script, load)
  if (!found) keep(code, ofText.set(filename, script))
  return script
}

function keep(code: string, scripts: Map<string, vm.Script>): void {
  kept.delete(code)
  kept.set(code, scripts)
  characters += code.length
  for (const [oldest, { size }] of kept) {
    if (characters <= MOST_KEPT) return
    kept.delete(oldest)
    characters -= oldest.length * size
  }
}

/** The importer of code that a window compiles from text: handlers and timers. */
const ofWindows = new WeakMap<object, Import>()

export function importInWindow(window: PageWindow, load: Import): void {
  ofWindows.set(window, load)
}

/** Compiles the body of a function in a window. @throws SyntaxError */
export const compileBody = (
  window: PageWindow,
  code: string,
  names: readonly string[],
): ((...args: unknown[]) => unknown) =>
  vm.compileFunction(code, names, {
    parsingContext: window,
    importModuleDynamically: (specifier) =>
      (ofWindows.get(window) as Import)(specifier) as Promise<never>,
  }) as (...args: unknown[]) => unknown
