// Splits a classic script so that its declarations end with its page: functions become assignments
// that run first, and a block publishes `let`, `const` and `class` at its start. Lines stay in
// place.

import { type FunctionDeclaration, type Program, parse } from 'acorn'
import { EditedText } from '../../snapshot/modules/edited-text.ts'
import { namesOf } from '../../snapshot/modules/syntax-tree.ts'
import type { Declared } from './declared-names.ts'

export interface TopLevel {
  /** Runs first; undefined if there are no functions. */
  readonly functions: string | undefined
  readonly rest: string
  readonly lexicals: ReadonlyMap<string, 'let' | 'const'>
}

/** The global that the rest calls at its start, with each name's getter and setter. */
export const BEGIN = '__hb_begin'
const VALUE = '__hb_value'

/** @returns Undefined if the script cannot be split. */
export function topLevelOf(code: string, { functions }: Declared): TopLevel | undefined {
  let program: Program
  try {
    program = parse(code, { ecmaVersion: 'latest', sourceType: 'script', allowHashBang: true })
  } catch {
    return undefined
  }
  const lexicals = new Map<string, 'let' | 'const'>()
  const found: FunctionDeclaration[] = []
  for (const node of program.body) {
    if (node.type === 'FunctionDeclaration') found.push(node)
    else if (node.type === 'ClassDeclaration') lexicals.set(node.id.name, 'let')
    else if (node.type === 'VariableDeclaration' && node.kind !== 'var') {
      if (node.kind !== 'let' && node.kind !== 'const') return undefined
      for (const { id } of node.declarations)
        for (const name of namesOf(id)) lexicals.set(name, node.kind)
    }
  }
  const names = new Set(found.map(({ id }) => id.name))
  // A labelled function counts too.
  if (names.size !== functions.length || functions.some((name) => !names.has(name)))
    return undefined
  const directives = directivesOf(program, code)
  return {
    functions: found.length > 0 ? functionsOf(code, found, directives) : undefined,
    rest: restOf(code, found, lexicals, directives),
    lexicals,
  }
}

/** The directives at the start; empty if none. */
function directivesOf({ body }: Program, code: string): string {
  const last = body.filter((node) => 'directive' in node && node.directive !== undefined).at(-1)
  return last ? code.slice(0, last.end) : ''
}

function functionsOf(
  code: string,
  found: readonly FunctionDeclaration[],
  directives: string,
): string {
  const text = new EditedText(code)
  let at = directives.length
  if (at > 0) text.insert(at, ';')
  for (const node of found) {
    const { id } = node
    text.blank(at, node.start)
    text.replace(node.start, node.start, `${id.name}=`)
    // A function that calls itself means the current value of its name; a function expression's own
    // name would be a different binding.
    if (namesItself(code, node)) text.blank(id.start, id.end)
    text.insert(node.end, ';')
    at = node.end
  }
  text.blank(at, code.length)
  return text.toString()
}

function namesItself(code: string, { id, end }: FunctionDeclaration): boolean {
  const inside = code.slice(id.end, end)
  return inside.includes(id.name) || /\beval\b|\\u/.test(inside)
}

function restOf(
  code: string,
  found: readonly FunctionDeclaration[],
  lexicals: TopLevel['lexicals'],
  directives: string,
): string {
  const text = new EditedText(code)
  for (const { start, end } of found) text.remove(start, end)
  if (lexicals.size === 0) return text.toString()
  const named = [...lexicals.keys()].map(
    (name) => `${JSON.stringify(name)}:[()=>${name},(${VALUE})=>{${name}=${VALUE}}]`,
  )
  text.replace(directives.length, directives.length, `;{${BEGIN}({${named.join()}});`)
  text.insert(code.length, '\n}')
  return text.toString()
}
