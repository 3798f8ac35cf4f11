/**
 * Resets variables of kept modules when a page begins: ID counters, such as React's for `useId`,
 * and settings of a whole app, such as Angular's locales.
 * Also reports their classes, exported or not, so that a page's writes to them are noticed.
 */
import type { Program } from 'acorn'

/** Where a module publishes its reset functions. */
const COUNTERS = 'hashbang-router.counters'

/** A class of a kept module. */
type Class = { readonly name: string; readonly prototype: object }

/** Receives the exports and classes of a kept module after its evaluation. */
export type KeepExports = (exports: object, classes: readonly Class[]) => void

/** Where a module publishes its classes: pages reach unexported ones through their objects. */
const CLASSES = 'hashbang-router.classes'

/**
 * Adds reset functions and the list of classes to a module. Its lines stay in place.
 * @param program The syntax tree of the code.
 * @param counters The names of its counters.
 * @returns The unchanged code if it has neither.
 */
export function withCounters(
  code: string,
  { body }: Program,
  counters: RegExp | undefined,
): string {
  let text = ''
  let from = 0
  const constructors = new Set([...code.matchAll(CONSTRUCTOR)].map(([, made, of]) => made ?? of))
  for (const statement of body.flatMap(statementsOf)) {
    let added = ''
    const starts = counters ? startsOf(statement, counters, code) : ''
    if (starts !== '')
      added += `;(globalThis[Symbol.for('${COUNTERS}')]??=[]).push(()=>{${starts}});`
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

/** Initial values that can be written again for each page. */
const START = /^(?:null|\d+|Object\.create\(null\))$/

/** Statements that reset counters. */
function startsOf(statement: Program['body'][number], names: RegExp, code: string): string {
  if (statement.type !== 'VariableDeclaration' || statement.kind === 'const') return ''
  const starts = statement.declarations.flatMap(({ id, init }) => {
    const start = init ? code.slice(init.start, init.end) : ''
    const isCounter = id.type === 'Identifier' && names.test(id.name) && START.test(start)
    return isCounter ? [`${id.name}=${start}`] : []
  })
  return starts.join(';')
}

const holder = globalThis as Record<symbol, (() => void)[] | undefined>
const classes = globalThis as Record<symbol, Class[] | undefined>

/**
 * SIDE EFFECT: creates the lists that kept modules add to, before the existing globals are sealed.
 */
export function installCounters(): void {
  holder[Symbol.for(COUNTERS)] ??= []
  classes[Symbol.for(CLASSES)] ??= []
}

/** The classes of the kept modules evaluated since the last call. */
export const takeClasses = (): readonly Class[] => classes[Symbol.for(CLASSES)]?.splice(0) ?? []

export function resetCounters(): void {
  for (const reset of holder[Symbol.for(COUNTERS)] ?? []) reset()
}
