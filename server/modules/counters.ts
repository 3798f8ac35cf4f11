/**
 * Variables of modules that are kept. Counters, such as React's for `useId`, begin anew with every page, so that a page's ids do not
 * say how many pages its thread has shown before. What a page has left unfinished, such as the queue of Vue after an error, ends
 * with the page. Classes of such a module are handed over, exported or not, so that what a page writes on them can be taken back.
 */
import type { Expression, Program } from 'acorn'

/** Which variables of the top level of a module are set back to their first values. */
export interface Variables {
  /** When a page begins. */
  readonly counters?: RegExp
  /** When a page has ended. */
  readonly unfinished?: RegExp
}

/** Where a module leaves the functions that set its variables back. */
const KEYS = {
  counters: 'hashbang-router.counters',
  unfinished: 'hashbang-router.unfinished',
} as const

/** A class of a kept module. */
type Class = { readonly name: string; readonly prototype: object }

/** Told of a kept module that was evaluated: what it exports, and its classes. */
export type KeepExports = (exports: object, classes: readonly Class[]) => void

/** Where a module leaves its classes, exported or not: pages can reach them by their objects. */
const CLASSES = 'hashbang-router.classes'

const KINDS = Object.keys(KEYS) as (keyof Variables)[]

/**
 * Adds to a module functions that set its variables back, and tells of its classes. Its lines stay where they are.
 *
 * @param program The syntax tree of the code.
 * @returns The code as it was where it has neither.
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

/** The statement, or those of a function that is called where it stands, as builds for development have all of a module in one. */
function statementsOf(statement: Program['body'][number]): readonly Program['body'][number][] {
  if (statement.type !== 'ExpressionStatement') return [statement]
  const { expression } = statement
  const call = expression.type === 'LogicalExpression' ? expression.right : expression
  const callee = call.type === 'CallExpression' && call.callee
  const isFunction =
    callee && (callee.type === 'FunctionExpression' || callee.type === 'ArrowFunctionExpression')
  return isFunction && callee.body.type === 'BlockStatement' ? callee.body.body : [statement]
}

/** A function that is a class: it is called with `new`, or has a prototype written to. */
const CONSTRUCTOR = /\bnew\s+([\w$]+)|(?<![\w$.])([\w$]+)\.prototype\b/g

/**
 * The names of the classes that a statement declares.
 *
 * @param constructors Functions that are classes.
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

/** Statements that give variables their first values, and note in `same` whether they had others. */
function startsOf(statement: Program['body'][number], names: RegExp, isCounter: boolean): string {
  if (statement.type !== 'VariableDeclaration') return ''
  const starts = statement.declarations.flatMap(({ id, init }) => {
    if (id.type !== 'Identifier' || !names.test(id.name)) return []
    if (isCounter && !(init?.type === 'Literal' && typeof init.value === 'number')) return []
    // A list that has a name of its own stays the same list.
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

/** The text of a value that is the same whenever it is written. */
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

/** Whether it is `Object.create(null)`. */
const isBareObject = (init: Expression | null | undefined): boolean =>
  init?.type === 'CallExpression' &&
  init.callee.type === 'MemberExpression' &&
  init.callee.object.type === 'Identifier' &&
  init.callee.object.name === 'Object' &&
  init.callee.property.type === 'Identifier' &&
  init.callee.property.name === 'create'

const holder = globalThis as Record<symbol, (() => boolean)[] | undefined>
const classes = globalThis as Record<symbol, Class[] | undefined>

/** @returns Whether all had their first values. */
function setBack(kind: keyof Variables): boolean {
  let isSame = true
  for (const one of holder[Symbol.for(KEYS[kind])] ?? []) isSame = one() && isSame
  return isSame
}

/** SIDE EFFECT: creates the lists that kept modules add to, before what is there is sealed. */
export function installCounters(): void {
  for (const kind of KINDS) holder[Symbol.for(KEYS[kind])] ??= []
  classes[Symbol.for(CLASSES)] ??= []
}

/** The classes of the kept modules that have been evaluated since the last call. */
export const takeClasses = (): readonly Class[] => classes[Symbol.for(CLASSES)]?.splice(0) ?? []

/** Sets the counters of all modules that are kept back. */
export const resetCounters = (): void => void setBack('counters')

/**
 * Ends what a page has left unfinished in modules that are kept. Their microtasks must have run.
 *
 * @returns Whether there was nothing.
 */
export const endUnfinished = (): boolean => setBack('unfinished')
