// Makes a route table. One parsed pattern reads and writes states, so `match` inverts `href`.

import { writeState } from './build-state.ts'
import { fault } from './diagnostics.ts'
import { parsePattern } from './pattern.ts'
import { Bare } from './read-match.ts'
import { failurePage, resolveState } from './resolve-state.ts'
import type { FittingViews, Routes, RunnableOptions } from './route.ts'
import { createRouteIndex } from './route-index.ts'
import { hashbangScheme } from './scheme.ts'
import { createQuery } from './search.ts'
import type { AnyTable, NamedRoute, Table, TableOptions } from './table.ts'

/**
 * Creates a table of routes.
 *
 * @throws {SyntaxError} When a pattern cannot be parsed.
 * @throws {TypeError} When a route is never reached, or is no route.
 */
export function defineRoutes<const T extends Routes>(
  routes: T & FittingViews<T>,
  options: TableOptions = {},
): Table<T> {
  const index = createRouteIndex<NamedRoute>()
  const all = new Map<string, NamedRoute>()
  const { scheme = hashbangScheme } = options

  function add(routes: Routes, outer?: NamedRoute): void {
    const prefix = outer ? `${outer.name}.` : ''
    for (const [key, value] of Object.entries(routes)) {
      const name = prefix + key
      const { pattern: source, options, children } = value ?? {}
      if (!children) throw fault('HB003', [name, value])
      const chain = [...(outer?.chain ?? []), { name, options: options as RunnableOptions }]
      const searches = chain.map(({ options }) => options.search).filter((value) => !!value)
      const codecs = chain.map(({ options }) => options.params).filter((value) => !!value)
      const inner = Object.values(children)
      const params = Object.assign(new Bare(), ...codecs)
      const route: NamedRoute = {
        name,
        chain,
        pattern: parsePattern((outer?.pattern.source ?? '') + source, params),
        params,
        sure: !searches.length && !codecs.length,
        query: searches.length ? createQuery(searches) : undefined,
        page: !inner.length || (!!options.view && inner.every(({ pattern }) => pattern)),
      }
      all.set(name, route)
      const first = route.page && index.add(route)
      if (first)
        throw fault('HB002', [name, route.pattern.source, first.name, first.pattern.source])
      add(children, route)
    }
  }
  add(routes)

  const table: AnyTable = {
    routes,
    options,
    scheme,
    all,
    match: (text) => index.find(text) ?? null,
    state(name, params = {}, options = {}) {
      const route = all.get(name)
      if (route === undefined) throw fault('HB006', [name, [...all.keys()]], RangeError)
      return writeState(route, params, options)
    },
    href: (name, params, options) => scheme.href(table.state(name, params, options)),
    resolve: (text, options) => resolveState(table, text, options),
    fail: (text, error) => failurePage(table, text, error),
  }
  return table as unknown as Table<T>
}
