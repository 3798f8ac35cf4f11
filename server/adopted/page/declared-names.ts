// Finds the top-level names that a classic script declares, with V8 itself: the script starts in a
// throwaway global scope, where it creates its declarations and stops before its first statement.
// https://tc39.es/ecma262/#sec-globaldeclarationinstantiation

import vm from 'node:vm'

export interface Declared {
  readonly vars: readonly string[]
  readonly functions: readonly string[]
  /** Whether it has top-level `let`, `const` or `class`. */
  readonly hasLexical: boolean
}

const NOTHING: Declared = { vars: [], functions: [], hasLexical: false }

/** What may precede a directive. */
const SPACE = /\s+|\/\*[\s\S]*?\*\/|\/\/.*|;/y
const DIRECTIVE = /(['"])(.*?)\1/y

function isStrict(code: string): boolean {
  let at = 0
  for (;;) {
    SPACE.lastIndex = DIRECTIVE.lastIndex = at
    const [found, , text] = SPACE.exec(code) ?? DIRECTIVE.exec(code) ?? []
    if (found === undefined) return false
    if (text === 'use strict') return true
    at += found.length
  }
}

/** The names that a script declares; none if it is invalid. */
export function declaredBy(code: string): Declared {
  const begin = isStrict(code) ? "'use strict';throw 0;\n" : 'throw 0;\n'
  let script: vm.Script
  try {
    script = new vm.Script(begin + code.replace(/^#!/, '//'))
  } catch {
    return NOTHING
  }
  const globals = vm.createContext(vm.constants.DONT_CONTEXTIFY as never)
  const before = Object.getOwnPropertyDescriptors(globals) as PropertyDescriptorMap
  start(script, globals)
  const vars: string[] = []
  const functions: string[] = []
  for (const [name, now] of Object.entries(Object.getOwnPropertyDescriptors(globals))) {
    const was = before[name]
    if (was !== undefined && was.configurable === now.configurable) continue
    if (typeof now.value === 'function') functions.push(name)
    else vars.push(name)
  }
  // A second run may redeclare functions and variables, but nothing else.
  return { vars, functions, hasLexical: start(script, globals) }
}

/** @returns Whether it failed before its first statement. */
function start(script: vm.Script, globals: vm.Context): boolean {
  try {
    script.runInContext(globals)
    return false
  } catch (error) {
    return error !== 0
  }
}
