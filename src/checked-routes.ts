// `defineRoutes` of Node and development builds: also refuses wrong options, which TypeScript
// mostly finds, but not in an app in JavaScript, and watches guards and loaders.

import { watchOutcomes } from './checked-outcomes.ts'
import { meant } from './closest.ts'
import { defineRoutes as define } from './define-routes.ts'
import { fault } from './diagnostics.ts'
import type { AnyRoute, ErasedOptions, Routes } from './route.ts'
import type { TableOptions } from './table.ts'
import { show } from './texts.ts'

/** A test of a value, the words for a right one, and an example. */
type Rule = readonly [fits: (value: unknown) => boolean, must: string, example?: string]
type Rules = Readonly<Record<string, Rule>>

const runs = (value: unknown): boolean => typeof value === 'function'
const has = (value: unknown, ...names: readonly string[]): boolean =>
  names.every((name) => runs((value as Record<string, unknown> | null | undefined)?.[name]))
const isSchema = (value: unknown): boolean => '~standard' in Object(value)
const isRecord = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !isSchema(value) &&
  !has(value, 'then')

const FUNCTION: Rule = [runs, 'a function']
const VIEW: Rule = [runs, 'a function', "() => import('./view.ts')"]
const CODEC: Rule = [(value) => has(value, 'parse', 'format'), 'int, number, text or parser(…)']
const OPTIONS: Rule = [isRecord, "an object, such as { view: () => import('./view.ts') }"]

const OF_ROUTE = {
  params: [isRecord, 'an object of codecs', '{ id: int }'],
  search: [(value) => isRecord(value) || isSchema(value), 'codecs or a schema', '{ page: int }'],
  guard: FUNCTION,
  load: FUNCTION,
  head: FUNCTION,
  tags: FUNCTION,
  entries: FUNCTION,
  view: VIEW,
  pending: VIEW,
  error: VIEW,
  notFound: VIEW,
  status: [(value) => /^(?:20[0-36-8]|[45]\d\d)$/.test(`${value}`), '200, or 400 to 599'],
  index: [(value) => value === true, 'a boolean'],
  lastModified: [(value) => !Number.isNaN(+new Date(value as string)), 'a date'],
  maxAge: [(value) => typeof value === 'number' && value >= 0, 'a number of ms'],
  children: [runs, 'a function', "(route) => ({ item: route('/:id') })"],
} satisfies Readonly<Record<keyof ErasedOptions, Rule>>

const OF_TABLE = {
  pending: VIEW,
  notFound: VIEW,
  error: VIEW,
  scheme: [(value) => has(value, 'href', 'stateOf'), 'a scheme', 'pathScheme()'],
  readable: [(value) => has(value, 'href', 'from'), 'a scheme', "readableScheme('/s/')"],
} satisfies Readonly<Record<keyof TableOptions, Rule>>

/** `defineRoutes` of the core. @throws {TypeError} Also for options that cannot be used. */
export const defineRoutes: typeof define = (routes, options = {}) => {
  checkOptions('defineRoutes', options, OF_TABLE, 'a table')
  checkRoutes('defineRoutes', 'routes', routes)
  return watchOutcomes(define(routes, options))
}

function checkRoutes(where: string, option: string, routes: Routes, outer = ''): void {
  hold(where, option, routes, [isRecord, 'an object of routes'])
  for (const [key, route] of Object.entries(routes)) {
    // The core refuses values that are no routes.
    const { options = {}, children = {}, pattern = '' } = (route ?? {}) as Partial<AnyRoute>
    const name = outer + key
    hold(name, 'options', options, OPTIONS)
    checkOptions(name, options, OF_ROUTE, 'a route')
    checkCodecs(name, options, pattern)
    checkRoutes(name, 'children', children, `${name}.`)
  }
}

function checkOptions(name: string, options: object, rules: Rules, noun: string): void {
  for (const [option, value] of Object.entries(options)) {
    const rule = Object.hasOwn(rules, option) && rules[option]
    if (!rule) refuse(name, option, `is no option of ${noun}`, Object.keys(rules))
    else if (value != null && value !== false) hold(name, option, value, rule)
  }
}

function checkCodecs(name: string, { params, search }: ErasedOptions, pattern: string) {
  if (!params && !search) return
  const matches = [...pattern.matchAll(/\\.|:([a-z_$][\w$]*)|\*$/gi)]
  const names = matches.filter(([sign]) => sign[0] !== '\\').map(([, param = '0']) => param)
  for (const [key, codec] of Object.entries(params ?? {})) {
    if (!names.includes(key)) refuse(name, key, 'is no param of its pattern', names)
    if (codec !== undefined) hold(name, `params.${key}`, codec, CODEC)
  }
  for (const [key, codec] of isSchema(search) ? [] : Object.entries(search ?? {}))
    hold(name, `search.${key}`, codec, CODEC)
}

/** A component takes properties, and a class cannot be called. */
const COMPONENT = /^(?:class\b|(?:function\s*\w*\s*)?\(\s*\{)/

function hold(name: string, option: string, value: unknown, [fits, must, example]: Rule): void {
  if (example === VIEW[2] && runs(value) && COMPONENT.test(`${value}`))
    throw fault('HB005', [name, undefined, value])
  const such = example ? `, such as ${option}: ${example}` : ''
  if (!fits(value)) refuse(name, option, `is ${show(value)}: it must be ${must}${such}`)
}

function refuse(name: string, option: string, why: string, names?: readonly string[]): never {
  throw fault('HB018', [name, option, why + (names ? meant(option, names) : '')])
}
