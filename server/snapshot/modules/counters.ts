/**
 * Adds code to kept modules for the loaders: it resets ID counters, such as React's for `useId`,
 * when a page begins, and reports classes, so that a page's writes to them are noticed.
 */
import type { Program } from 'acorn'
import { EditedText } from './rewrite-source.ts'

/** The global list of reset functions. */
const COUNTERS = 'hashbang-router.counters'

type Class = { readonly name: string; readonly prototype: object }

export type KeepExports = (exports: object, classes: readonly Class[], onStuck?: () => void) => void

/** The global list of classes: pages reach unexported ones through their objects. */
const CLASSES = 'hashbang-router.classes'

/** Lines stay in place. @param counters The names of its counters. */
export function withCounters(code: string, { body }: Program, counters: RegExp | undefined) {
  const edited = new EditedText(code)
  const constructors = new Set(
    [...code.matchAll(CONSTRUCTOR)].map(([, byNew, byPrototype]) => byNew ?? byPrototype),
  )
  for (const statement of body.flatMap(statementsOf)) {
    const add = (list: string, value: string) =>
      edited.insert(statement.end, `;(globalThis[Symbol.for('${list}')]??=[]).push(${value});`)
    const starts = counters ? startsOf(statement, counters, code) : ''
    // Of two insertions at one place the later comes first.
    for (const name of classesOf(statement, constructors).reverse()) add(CLASSES, name)
    if (starts !== '') add(COUNTERS, `()=>{${starts}}`)
  }
  return edited.toString()
}

/** Development builds wrap a whole module in a function called in place. */
function statementsOf(statement: Program['body'][number]): readonly Program['body'][number][] {
  if (statement.type !== 'ExpressionStatement') return [statement]
  const { expression } = statement
  const call = expression.type === 'LogicalExpression' ? expression.right : expression
  const callee = call.type === 'CallExpression' && call.callee
  const isFunction =
    callee && (callee.type === 'FunctionExpression' || callee.type === 'ArrowFunctionExpression')
  return isFunction && callee.body.type === 'BlockStatement' ? callee.body.body : [statement]
}

/** Called with `new`, or with writes to its prototype. */
const CONSTRUCTOR = /\bnew\s+([\w$]+)|(?<![\w$.])([\w$]+)\.prototype\b/g

/** @param constructors Names of functions used as classes. */
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

const START = /^(?:null|false|\d+|Object\.create\(null\))$/

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

/** SIDE EFFECT. Call it before the existing globals are sealed. */
export function installCounters(): void {
  holder[Symbol.for(COUNTERS)] ??= []
  classes[Symbol.for(CLASSES)] ??= []
}

/** The classes of modules evaluated since the last call. */
export const takeClasses = (): readonly Class[] => classes[Symbol.for(CLASSES)]?.splice(0) ?? []

export function resetCounters(): void {
  for (const reset of holder[Symbol.for(COUNTERS)] ?? []) reset()
}
