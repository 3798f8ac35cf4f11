// Outcomes of Node and development builds: a guard or loader that creates one and does not return
// it gets a hint, because its page would appear as if nothing had happened. So does data that is
// a promise or a function.

import { hint } from './hint-texts.ts'
import * as core from './outcome.ts'
import type { Routes, RunnableOptions } from './route.ts'
import type { NamedRoute, Table } from './table.ts'

/** Global property: receives each hint. Set by workers, and by a browser in development. */
export const ON_HINT: unique symbol = Symbol.for('hashbang-router.hint') as never

/** A running guard or loader, with its last outcome and the call that created it. */
interface Running {
  call?: string
  outcome?: core.Outcome
}

const running = new Set<Running>()
let current: Running | undefined

/** With several loaders under way, only a synchronous call belongs to one for certain. */
function note<T extends core.Outcome>(call: string, outcome: T): T {
  const [only] = running.size === 1 ? running : []
  const owner = current ?? only
  if (owner) Object.assign(owner, { call, outcome })
  return outcome
}

export const redirect: typeof core.redirect = (to, ...rest) =>
  note(`redirect('${to}')`, core.redirect(to, ...rest))

export const notFound: typeof core.notFound = (data) => note('notFound()', core.notFound(data))

export const gone: typeof core.gone = (data) => note('gone()', core.gone(data))

/** Watches the guards and loaders of a table. */
export function watchOutcomes<T extends Routes>(table: Table<T>): Table<T> {
  const all = table.all as Map<string, NamedRoute>
  // By name: several routes may have the same options.
  const watched = new Map<string, RunnableOptions>()
  for (const [name, route] of all) {
    const chain = route.chain.map((level) => {
      const options = watched.get(level.name) ?? watchLevel(level.name, level.options)
      watched.set(level.name, options)
      return { ...level, options }
    })
    all.set(name, { ...route, chain })
  }
  return table
}

function watchLevel(name: string, options: RunnableOptions): RunnableOptions {
  const { guard, load } = options
  if (!guard && !load) return options
  return {
    ...options,
    ...(guard && { guard: watchStep(name, 'guard', guard) }),
    ...(load && { load: watchStep(name, 'load', load) }),
  }
}

/** How deep data is looked into, and how many items of a list. */
const DEPTH = 2
const ITEMS = 3

/** Node's own methods show their source. */
const isOfPlatform = (value: { readonly name: string }): boolean =>
  /\{\s*\[native code\]\s*\}$/.test(`${value}`) ||
  Reflect.get(Response.prototype, value.name) === value

/** A promise, or a method such as `response.json`, in the place of a value. */
function unreadyIn(
  value: unknown,
  place = 'data',
  depth = 0,
): [noun: string, place: string, remedy: string] | undefined {
  if (value instanceof Response) return ['a response', place, 'return response.json(), for example']
  if (value instanceof Promise) return ['a promise', place, 'write "await" before the call']
  if (typeof value === 'function' && isOfPlatform(value))
    return [`the function ${value.name}`, place, 'call it with brackets']
  if (depth > DEPTH || typeof value !== 'object' || value === null) return undefined
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
  const entries = isPlain ? Object.entries(value) : []
  for (const [key, inner] of Array.isArray(value) ? entries.slice(0, ITEMS) : entries) {
    const unready = unreadyIn(inner, `${place}.${key}`, depth + 1)
    if (unready) return unready
  }
  return undefined
}

type Step = (args: never) => unknown

/** A statement that keeps an outcome: the app may return it later, or only in some cases. */
const KEEPS = /(?<![=!<>])=(?![=>])\s*[^;\n{}]*\b(?:redirect|notFound|gone)[\w$]*\)?\(/

function watchStep<F extends Step>(name: string, option: string, step: F): F {
  const isKept = KEEPS.test(String(step))
  function watched(this: unknown, args: { readonly state: string }) {
    const entry: Running = {}
    const outer = current
    current = entry
    running.add(entry)
    const end = (result: unknown) => {
      running.delete(entry)
      const { [ON_HINT]: report } = globalThis as { [ON_HINT]?: (text: string) => void }
      if (entry.call !== undefined && result !== entry.outcome && !isKept)
        report?.(hint('HB124', name, option, entry.call, args.state))
      const unready = option === 'load' ? unreadyIn(result) : undefined
      if (unready) report?.(hint('HB126', name, ...unready, args.state))
    }
    try {
      const result = step.call(this, args as never)
      if (result instanceof Promise) result.then(end, () => running.delete(entry))
      else end(result)
      return result
    } catch (error) {
      running.delete(entry)
      throw error
    } finally {
      current = outer
    }
  }
  // Messages and hints read the source of the app's function.
  return Object.assign(watched, { toString: () => String(step) }) as unknown as F
}
