// Derives a table with other functions in its routes, for the server's additions to an app's
// routes. The app's table stays unchanged.

import { failurePage, resolveState } from '../../src/page.ts'
import type { RunnableOptions } from '../../src/route.ts'
import type { AnyTable, NamedRoute, Table } from '../../src/table.ts'

/**
 * Returns the replaced functions of a route. @param name The route's name; undefined for the
 * table's own views.
 */
export type Change = (
  options: RunnableOptions,
  name: string | undefined,
) => Partial<Record<keyof RunnableOptions, unknown>>

/** Creates the table. */
export function deriveTable(table: Table, change: Change): Table {
  const known = new Map<object, object>()

  function changed<T extends object>(options: T, name?: string): T {
    let made = known.get(options) as T | undefined
    if (made === undefined) {
      made = { ...options, ...change(options as RunnableOptions, name) }
      known.set(options, made)
    }
    return made
  }

  const derive = (route: NamedRoute): NamedRoute => ({
    ...route,
    chain: route.chain.map((level) => ({ ...level, options: changed(level.options, level.name) })),
  })
  const derived: AnyTable = {
    ...(table as unknown as AnyTable),
    options: changed(table.options),
    all: new DerivedRoutes(table.all, derive),
    resolve: (state, options) => resolveState(derived, state, options),
    fail: (state, error) => failurePage(derived, state, error),
  }
  return derived as unknown as Table
}

/** Derives each route on first use: a page needs one of many. */
class DerivedRoutes extends Map<string, NamedRoute> {
  readonly #routes: ReadonlyMap<string, NamedRoute>
  readonly #derive: (route: NamedRoute) => NamedRoute

  constructor(routes: ReadonlyMap<string, NamedRoute>, derive: (route: NamedRoute) => NamedRoute) {
    super()
    this.#routes = routes
    this.#derive = derive
  }

  override get size(): number {
    return this.#routes.size
  }

  override has(name: string): boolean {
    return this.#routes.has(name)
  }

  override get(name: string): NamedRoute | undefined {
    if (!super.has(name)) {
      const route = this.#routes.get(name)
      if (route) super.set(name, this.#derive(route))
    }
    return super.get(name)
  }

  override keys(): MapIterator<string> {
    return this.#routes.keys() as MapIterator<string>
  }

  override *entries(): MapIterator<[string, NamedRoute]> {
    for (const name of this.keys()) yield [name, this.get(name) as NamedRoute]
  }

  override *values(): MapIterator<NamedRoute> {
    for (const [, route] of this.entries()) yield route
  }

  override forEach(call: (route: NamedRoute, name: string, all: this) => void): void {
    for (const [name, route] of this.entries()) call(route, name, this)
  }

  override [Symbol.iterator](): MapIterator<[string, NamedRoute]> {
    return this.entries()
  }
}
