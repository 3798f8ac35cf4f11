/** Rewrites pieces of JavaScript in place by its syntax tree, for the loaders of modules. */
import type { AnyNode, Identifier, Literal, Pattern, Program } from 'acorn'

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
  /** At one position, inner edits close first and outer edits open first. */
  readonly order: number
}

/** Make outer edits before inner ones. */
export class EditedText {
  readonly #source: string
  readonly #edits: Edit[] = []

  constructor(source: string) {
    this.#source = source
  }

  replace(start: number, end: number, text: string): void {
    this.#edits.push({ start, end, text, order: this.#edits.length + 1 })
  }

  insert(at: number, text: string): void {
    this.#edits.push({ start: at, end: at, text, order: -this.#edits.length })
  }

  /** Keeps the semicolon: the next line may begin with a bracket. */
  remove(start: number, end: number): void {
    this.replace(start, start + 1, ';')
    this.blank(start + 1, end)
  }

  blank(start: number, end: number): void {
    const spaces = this.#source.slice(start, end).replace(/[^\n\r\u2028\u2029]/g, ' ')
    this.replace(start, end, spaces)
  }

  toString(): string {
    let rewritten = ''
    let position = 0
    const edits = this.#edits.toSorted((a, b) => a.start - b.start || a.order - b.order)
    for (const edit of edits) {
      rewritten += this.#source.slice(position, edit.start) + edit.text
      position = Math.max(position, edit.end)
    }
    rewritten += this.#source.slice(position)
    return rewritten.startsWith('#!') ? `//${rewritten}` : rewritten
  }
}

export const nameOf = (node: Identifier | Literal): string =>
  node.type === 'Identifier' ? node.name : String(node.value)

export function namesOf(pattern: Pattern): string[] {
  if (pattern.type === 'Identifier') return [pattern.name]
  if (pattern.type === 'AssignmentPattern') return namesOf(pattern.left)
  if (pattern.type === 'RestElement') return namesOf(pattern.argument)
  if (pattern.type === 'ArrayPattern')
    return pattern.elements.flatMap((one) => (one ? namesOf(one) : []))
  if (pattern.type !== 'ObjectPattern') return []
  return pattern.properties.flatMap((one) =>
    namesOf(one.type === 'Property' ? one.value : one.argument),
  )
}

/** The declaration of a statement, exported or not. */
export const declarationIn = (node: Program['body'][number]): AnyNode =>
  node.type === 'ExportNamedDeclaration' || node.type === 'ExportDefaultDeclaration'
    ? (node.declaration ?? node)
    : node

/** The names of a declaration of variables, a function or a class. */
export function declaredNames(node: AnyNode): readonly string[] {
  if (node.type === 'VariableDeclaration') return node.declarations.flatMap(({ id }) => namesOf(id))
  const isDeclaration = node.type === 'ClassDeclaration' || node.type === 'FunctionDeclaration'
  return isDeclaration && node.id ? [node.id.name] : []
}

const FUNCTION = /^(?:Arrow)?Function/

type Scope = 'module' | 'function'

/** Visits outer nodes first, each with the kind of scope around it. */
export function walk(
  node: AnyNode,
  visit: (node: AnyNode, scope: Scope) => void,
  scope: Scope = 'module',
): void {
  visit(node, scope)
  const inside = FUNCTION.test(node.type) ? 'function' : scope
  for (const value of Object.values(node)) {
    for (const one of Array.isArray(value) ? value : [value])
      if (typeof one?.type === 'string') walk(one, visit, inside)
  }
}

/** Replaces the word of each `import()`. */
export function replaceImports(code: string, program: Program, name: string): string {
  const edited = new EditedText(code)
  walk(program, ({ type, start }) => {
    if (type === 'ImportExpression') edited.replace(start, start + 'import'.length, name)
  })
  return edited.toString()
}
