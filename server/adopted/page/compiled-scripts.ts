// Shares compiled scripts between the pages of a thread, by text and name: V8 keeps their
// functions' compiled code.

import type vm from 'node:vm'
import { withOwnMethods } from '../../snapshot/worker/own-methods.ts'
import type { ScriptCompiler } from '../../snapshot/worker/script-compiler.ts'

type Import = (specifier: string) => Promise<unknown>

const MOST_KEPT = 2 ** 25

const kept = withOwnMethods(new Map<string, Map<string, vm.Script>>())
let characters = 0

/** The importer of a script: the page that ran it last. */
const importers = withOwnMethods(new WeakMap<object, Import>())

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
  const ofText = kept.get(code) ?? withOwnMethods(new Map<string, vm.Script>())
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
  kept.forEach(({ size }, oldest) => {
    if (characters <= MOST_KEPT) return
    kept.delete(oldest)
    characters -= oldest.length * size
  })
}
