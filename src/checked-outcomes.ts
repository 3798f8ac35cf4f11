// Outcomes of Node and development builds: a guard or loader that creates one and returns nothing
// gets a hint, because its page would appear without data.

import { hint } from './hint-texts.ts'
import * as core from './outcome.ts'
import type { Routes, RunnableOptions } from './route.ts'
import type { NamedRoute, Table } from './table.ts'

/** Global property: receives each hint. Set by workers, and by a browser in development. */
export const ON_HINT: unique symbol = Symbol.for('hashbang-router.hint') as never

/** A running guard or loader, with the call that created its last outcome. */
interface Running {
  outcome?: string
}

const running = new Set<Running>()
let current: Running | undefined

/** With several loaders under way, only a synchronous call belongs to one for certain. */
function note(call: string): void {
  const [only] = running.size === 1 ? running : []
  const owner = current ?? only
  if (owner) owner.outcome = call
}

export const redirect: typeof core.redirect = (to, ...rest) => {
  note(`redirect('${to}')`)
  return core.redirect(to, ...rest)
}

export const notFound: typeof core.notFound = (data) => {
  note('notFound()')
  return core.notFound(data)
}

export const gone: typeof core.gone = (data) => {
  note('gone()')
  return core.gone(data)
}

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

type Step = (args: never) => unknown

/** A statement that keeps an outcome: the app may return it later, or only in some cases. */
const KEEPS = /(?<![=!<>])=(?![=>])\s*[^;\n{}]*\b(?:redirect|notFound|gone)[\w$]*\)?\(/

function watchStep<F extends Step>(name: string, option: string, step: F): F {
  const isKept = KEEPS.test(String(step))
  function watched(this: unknown, args: { readonly state: string }) {
    const own: Running = {}
    const outer = current
    current = own
    running.add(own)
    const end = (result: unknown) => {
      running.delete(own)
      const { [ON_HINT]: report } = globalThis as { [ON_HINT]?: (text: string) => void }
      if (result === undefined && own.outcome !== undefined && !isKept)
        report?.(hint('HB124', name, option, own.outcome, args.state))
    }
    try {
      const result = step.call(this, args as never)
      if (result instanceof Promise) result.then(end, () => running.delete(own))
      else end(result)
      return result
    } catch (error) {
      running.delete(own)
      throw error
    } finally {
      current = outer
    }
  }
  // Messages and hints read the source of the app's function.
  return Object.assign(watched, { toString: () => String(step) }) as unknown as F
}
