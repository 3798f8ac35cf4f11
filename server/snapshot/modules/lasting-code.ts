/**
 * Finds modules that can hold nothing of a page, for the loader: they are evaluated once. All that
 * their top level makes is functions, classes, and literals, which the comparison after a page can
 * compare. Whatever else it does begins anew with each page.
 */
import type {
  AnyNode,
  CallExpression,
  Class,
  Expression,
  MemberExpression,
  Pattern,
  Program,
  Statement,
} from 'acorn'
import { declarationIn, declaredNames, namesOf, walk } from './rewrite-source.ts'

export interface LastingCode {
  /** The names of the module's variables: each page ends with a comparison of their values. */
  readonly locals: readonly string[]
  /** Globals that it reads when it is evaluated. */
  readonly globals: readonly string[]
  /** Imports that must be kept: it calls them as tags of templates. */
  readonly tags: readonly string[]
  /** Statements that define custom elements, which each page repeats. */
  readonly definitions: readonly Statement[]
}

/** The door whose functions only make values. */
const OWN_DOOR = 'hashbang-router'

/** A longer list of data is no part of a look. */
const MOST_LITERALS = 200
/** As deep as that comparison reads. */
const DEPTH = 3

const NEW_TEXT = /^(?:split|trim|slice|repeat)$/

/** @returns Undefined for a module that may hold something. */
export function lastingCode(program: Program): LastingCode | undefined {
  return new Check(program).result()
}

class Check {
  readonly #program: Program
  /** Local name -> specifier. */
  readonly #imports = new Map<string, string>()
  readonly #locals = new Set<string>()
  readonly #globals = new Set<string>()
  readonly #tags = new Set<string>()
  readonly #definitions: Statement[] = []
  #literals = 0

  constructor(program: Program) {
    this.#program = program
    for (const statement of program.body) this.#declare(statement)
  }

  result(): LastingCode | undefined {
    const { body } = this.#program
    if (!body.every((statement) => this.#isLasting(statement)) || this.#isAssigned()) return
    if (this.#literals > MOST_LITERALS) return
    return {
      locals: [...this.#locals],
      globals: [...this.#globals],
      tags: [...this.#tags],
      definitions: this.#definitions,
    }
  }

  #declare(statement: Program['body'][number]): void {
    if (statement.type === 'ImportDeclaration') {
      for (const { local } of statement.specifiers)
        this.#imports.set(local.name, String(statement.source.value))
      return
    }
    for (const name of declaredNames(declarationIn(statement))) this.#locals.add(name)
  }

  /** Whether any code assigns a name of the top level, or an inner variable of that name. */
  #isAssigned(): boolean {
    let isAssigned = false
    const look = (pattern: Pattern) => {
      // A member is no name.
      if (
        pattern.type !== 'MemberExpression' &&
        namesOf(pattern).some((name) => this.#locals.has(name))
      )
        isAssigned = true
    }
    walk(this.#program, (node) => {
      if (node.type === 'AssignmentExpression') look(node.left)
      else if (node.type === 'UpdateExpression') look(node.argument as Pattern)
      else if (node.type === 'ForOfStatement' || node.type === 'ForInStatement') {
        if (node.left.type !== 'VariableDeclaration') look(node.left)
      } else if (isHidden(node)) isAssigned = true
    })
    return isAssigned
  }

  #isLasting(statement: Program['body'][number]): boolean {
    switch (statement.type) {
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
      case 'FunctionDeclaration':
      case 'EmptyStatement':
        return true
      case 'ExportNamedDeclaration':
        return !statement.declaration || this.#isLasting(statement.declaration)
      case 'ExportDefaultDeclaration': {
        const { declaration } = statement
        if (declaration.type === 'FunctionDeclaration') return true
        if (declaration.type === 'ClassDeclaration') return this.#isClass(declaration)
        return this.#isValue(declaration)
      }
      case 'ClassDeclaration':
        return this.#isClass(statement)
      case 'VariableDeclaration':
        return statement.declarations.every(
          ({ id, init }) => id.type === 'Identifier' && (!init || this.#isValue(init)),
        )
      case 'ExpressionStatement':
        return this.#isDefinition(statement) || this.#isStatic(statement.expression)
      default:
        return false
    }
  }

  /** `customElements.define('a-b', AB)` */
  #isDefinition(statement: Statement): boolean {
    if (statement.type !== 'ExpressionStatement') return false
    const { expression } = statement
    if (expression.type !== 'CallExpression' || !isDefine(expression)) return false
    const [name, made, ...more] = expression.arguments
    const isPlain =
      name?.type === 'Literal' && made?.type === 'Identifier' && this.#locals.has(made.name)
    if (!isPlain || more.length > 0) return false
    this.#definitions.push(statement)
    return true
  }

  /** `Word.displayName = 'Word'` */
  #isStatic(node: Expression): boolean {
    if (node.type !== 'AssignmentExpression' || node.operator !== '=') return false
    const { left, right } = node
    if (left.type !== 'MemberExpression' || left.computed) return false
    const { object } = left
    return object.type === 'Identifier' && this.#locals.has(object.name) && this.#isValue(right, 1)
  }

  #isClass({ superClass, body }: Class, depth = 0): boolean {
    if (superClass && !this.#isValue(superClass)) return false
    return body.body.every((member) => {
      if (member.type === 'StaticBlock') return false
      if (member.computed && member.key.type !== 'Literal') return false
      if (member.type === 'MethodDefinition' || !member.static) return true
      // A private one cannot be compared.
      return (
        member.key.type !== 'PrivateIdentifier' &&
        (!member.value || this.#isValue(member.value, depth + 1))
      )
    })
  }

  #isValue(node: Expression, depth = 0): boolean {
    switch (node.type) {
      case 'Literal':
        this.#literals += 'regex' in node ? 1 : 0
        return true
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        return true
      case 'ClassExpression':
        return this.#isClass(node, depth)
      case 'Identifier':
        return this.#isName(node.name)
      case 'TemplateLiteral':
        return node.expressions.every((one) => this.#isText(one))
      case 'UnaryExpression':
        return node.operator !== 'delete' && this.#isText(node.argument)
      case 'ArrayExpression':
      case 'ObjectExpression':
        return this.#isData(node, depth)
      case 'TaggedTemplateExpression':
        return this.#isTag(node.tag) && node.quasi.expressions.every((one) => this.#isValue(one))
      case 'CallExpression':
        return this.#isCall(node)
      default:
        return false
    }
  }

  /** A value whose conversion to a text runs no code. */
  #isText(node: Expression): boolean {
    return node.type === 'Literal' || (node.type === 'TemplateLiteral' && this.#isValue(node))
  }

  #isName(name: string): boolean {
    if (!this.#locals.has(name) && !this.#imports.has(name)) this.#globals.add(name)
    return true
  }

  #isData(node: Expression, depth: number): boolean {
    this.#literals += 1
    if (depth >= DEPTH) return false
    if (node.type === 'ArrayExpression')
      return node.elements.every(
        (one) => one === null || (one.type !== 'SpreadElement' && this.#isValue(one, depth + 1)),
      )
    if (node.type !== 'ObjectExpression') return false
    return node.properties.every(
      (one) =>
        one.type === 'Property' &&
        (!one.computed || one.key.type === 'Literal') &&
        this.#isValue(one.value, depth + 1),
    )
  }

  #isTag(tag: Expression): boolean {
    const specifier = tag.type === 'Identifier' && this.#imports.get(tag.name)
    if (!specifier) return false
    this.#tags.add(specifier)
    return true
  }

  #isCall({ callee, arguments: args }: CallExpression): boolean {
    const values = args.every((one) => one.type !== 'SpreadElement' && this.#isValue(one))
    if (!values) return false
    if (this.#isOwn(callee as Expression)) return true
    if (callee.type !== 'MemberExpression') return false
    return isTextMethod(callee) || isMember(callee, 'Object', 'freeze')
  }

  /** A function of our door, or a method of what it makes. */
  #isOwn(node: Expression): boolean {
    if (node.type === 'Identifier') return this.#imports.get(node.name) === OWN_DOOR
    if (node.type === 'MemberExpression') return this.#isOwn(node.object as Expression)
    return node.type === 'CallExpression' && this.#isCall(node)
  }
}

const isDefine = ({ callee }: CallExpression): boolean =>
  callee.type === 'MemberExpression' && isMember(callee, 'customElements', 'define')

const isMember = ({ object, property, computed }: MemberExpression, of: string, name: string) =>
  !computed &&
  object.type === 'Identifier' &&
  object.name === of &&
  property.type === 'Identifier' &&
  property.name === name

const isTextMethod = ({ object, property, computed }: MemberExpression): boolean =>
  !computed &&
  object.type === 'Literal' &&
  typeof object.value === 'string' &&
  property.type === 'Identifier' &&
  NEW_TEXT.test(property.name)

/** Whether a later page could find something there that no look compares. */
function isHidden(node: AnyNode): boolean {
  if (node.type === 'MetaProperty') return node.meta.name === 'import'
  // `eval` sees every variable.
  return node.type === 'Identifier' && node.name === 'eval'
}
