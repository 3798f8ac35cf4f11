/**
 * Resets variables of kept modules: counters, such as React's for `useId`, when a page begins, and
 * unfinished work, such as Vue's queue after an error, when it ends.
 * Also reports their classes, exported or not, so that a page's writes to them can be undone.
 */
import type { Expression, Program } from 'acorn'

/** Top-level variables of a module that are reset to their first values. */
export interface Variables {
  /** Reset when a page begins. */
  readonly counters?: RegExp
  /** Reset when a page has ended. */
  readonly unfinished?: RegExp
}

/** Where a module publishes its reset functions. */
const KEYS = {
  counters: 'hashbang-router.counters',
  unfinished: 'hashbang-router.unfinished',
} as const

/** A class of a kept module. */
type Class = { readonly name: string; readonly prototype: object }

/** Receives the exports and classes of a kept module after its evaluation. */
export type KeepExports = (exports: object, classes: readonly Class[]) => void

/** Where a module publishes its classes: pages reach unexported ones through their objects. */
const CLASSES = 'hashbang-router.classes'

const KINDS = Object.keys(KEYS) as (keyof Variables)[]

/**
 * Adds reset functions and the list of classes to a module. Its lines stay in place.
 * @param program The syntax tree of the code.
 * @returns The unchanged code if it has neither.
 */
export function withCounters(code: string, { body }: Program, variables: Variables): string {
  let text = ''
  let from = 0
  const constructors = new Set([...code.matchAll(CONSTRUCTOR)].map(([, made, of]) => made ?? of))
  for (const statement of body.flatMap(statementsOf)) {
    let added = ''
    for (const kind of KINDS) {
      const names = variables[kind]
      const back = names ? startsOf(statement, names, kind === 'counters') : ''
      if (back !== '')
        added += `;(globalThis[Symbol.for('${KEYS[kind]}')]??=[]).push(()=>{let same=true;${back};return same});`
    }
    for (const name of classesOf(statement, constructors))
      added += `;(globalThis[Symbol.for('${CLASSES}')]??=[]).push(${name});`
    if (added === '') continue
    text += code.slice(from, statement.end) + added
    from = statement.end
  }
  return text + code.slice(from)
}

/**
 * The statement, or the statements of a function called in place: development builds wrap a whole
 * module in one.
 */
function statementsOf(statement: Program['body'][number]): readonly Program['body'][number][] {
  if (statement.type !== 'ExpressionStatement') return [statement]
  const { expression } = statement
  const call = expression.type === 'LogicalExpression' ? expression.right : expression
  const callee = call.type === 'CallExpression' && call.callee
  const isFunction =
    callee && (callee.type === 'FunctionExpression' || callee.type === 'ArrowFunctionExpression')
  return isFunction && callee.body.type === 'BlockStatement' ? callee.body.body : [statement]
}

/** A function used as a class: called with `new`, or with writes to its prototype. */
const CONSTRUCTOR = /\bnew\s+([\w$]+)|(?<![\w$.])([\w$]+)\.prototype\b/g

/**
 * The names of the classes that a statement declares.
 * @param constructors Functions used as classes.
 */
function classesOf(
  statement: Program['body'][number],
  constructors: ReadonlySet<string | undefined>,
): string[] {
  const declared =
    statement.type === 'ExportNamedDeclaration' ? (statement.declaration ?? statement) : statement
  if (declared.type === 'ClassDeclaration') return declared.id ? [declared.id.name] : []
  if (declared.type === 'FunctionDeclaration')
    return declared.id && constructors.has(declared.id.name) ? [declared.id.name] : []
  if (declared.type !== 'VariableDeclaration') return []
  return declared.declarations.flatMap(({ id, init }) => {
    if (id.type !== 'Identifier') return []
    const isClass =
      init?.type === 'ClassExpression' ||
      (init?.type === 'FunctionExpression' && constructors.has(id.name))
    return isClass ? [id.name] : []
  })
}

/** Statements that reset variables, and clear `same` if a value had changed. */
function startsOf(statement: Program['body'][number], names: RegExp, isCounter: boolean): string {
  if (statement.type !== 'VariableDeclaration') return ''
  const starts = statement.declarations.flatMap(({ id, init }) => {
    if (id.type !== 'Identifier' || !names.test(id.name)) return []
    if (isCounter && !(init?.type === 'Literal' && typeof init.value === 'number')) return []
    // Empty a named list in place: other code may hold it.
    if (init?.type === 'ArrayExpression' && init.elements.length === 0)
      return [`same&&=${id.name}.length===0;${id.name}.length=0`]
    if (isNewMap(init)) return [`same&&=${id.name}.size===0;${id.name}.clear()`]
    if (isBareObject(init))
      return [`for(const key in ${id.name}){same=false;delete ${id.name}[key]}`]
    const first = statement.kind === 'const' ? undefined : firstValue(init)
    return first === undefined ? [] : [`same&&=${id.name}===${first};${id.name}=${first}`]
  })
  return starts.join(';')
}

/** The source of a value, if it can be written again unchanged. */
function firstValue(init: Expression | null | undefined): string | undefined {
  if (!init) return 'undefined'
  if (init.type === 'Literal') return init.raw
  if (init.type === 'Identifier') return init.name
  if (init.type === 'UnaryExpression' && init.argument.type === 'Literal')
    return `${init.operator} ${init.argument.raw}`
  return undefined
}

const isNewMap = (init: Expression | null | undefined): boolean =>
  init?.type === 'NewExpression' &&
  init.callee.type === 'Identifier' &&
  init.callee.name === 'Map' &&
  init.arguments.length === 0

const isBareObject = (init: Expression | null | undefined): boolean =>
  init?.type === 'CallExpression' &&
  init.callee.type === 'MemberExpression' &&
  init.callee.object.type === 'Identifier' &&
  init.callee.object.name === 'Object' &&
  init.callee.property.type === 'Identifier' &&
  init.callee.property.name === 'create'

const holder = globalThis as Record<symbol, (() => boolean)[] | undefined>
const classes = globalThis as Record<symbol, Class[] | undefined>

/** @returns Whether all variables had their first values. */
function setBack(kind: keyof Variables): boolean {
  let isSame = true
  for (const one of holder[Symbol.for(KEYS[kind])] ?? []) isSame = one() && isSame
  return isSame
}

/**
 * SIDE EFFECT: creates the lists that kept modules add to, before the existing globals are sealed.
 */
export function installCounters(): void {
  for (const kind of KINDS) holder[Symbol.for(KEYS[kind])] ??= []
  classes[Symbol.for(CLASSES)] ??= []
}

/** The classes of the kept modules evaluated since the last call. */
export const takeClasses = (): readonly Class[] => classes[Symbol.for(CLASSES)]?.splice(0) ?? []

export const resetCounters = (): void => void setBack('counters')

/**
 * Drops a page's unfinished work in kept modules. Their microtasks must have run.
 * @returns Whether there was none.
 */
export const endUnfinished = (): boolean => setBack('unfinished')
