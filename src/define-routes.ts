// The route table: which route a state belongs to, and the state of a route with given params. Both go
// over the same parsed patterns, so `href` then `match` comes back to where it started.
// In: routes by name; state text, trusted or not. Out: a match or null; links. `match` never throws.

import { Bare } from './bare.ts'
import { type StateOptions, writeState } from './build-state.ts'
import type { Candidate, Match, Values } from './candidate.ts'
import { fault } from './diagnostics.ts'
import {
  failurePage,
  type Page,
  type Resolution,
  type ResolveOptions,
  resolveState,
} from './page.ts'
import { parsePattern } from './pattern.ts'
import type { ReadableScheme } from './readable.ts'
import type { FittingViews, Routes, RunnableOptions } from './route.ts'
import { hashbang, type Scheme } from './scheme.ts'
import { createQuery } from './search.ts'
import type {
  ContextOf,
  HrefArgs,
  InputOf,
  Named,
  NameOf,
  ParamsOf,
  SearchOf,
} from './table-types.ts'
import { createTrie } from './trie.ts'
import type { ViewModule } from './view.ts'

/** A match of a given table: its `name` says which params and search it has. */
export type MatchOf<T extends Routes> = {
  [N in NameOf<T>]: Match<N, ParamsOf<T, N>, SearchOf<T, N>>
}[NameOf<T>]

/** What holds for a whole table. */
export interface TableOptions {
  /** The view while a page is loaded whose routes have no `pending`, in a browser. */
  readonly pending?: () => Promise<ViewModule>
  /** The view for states without a page: status 404 or 410. */
  readonly notFound?: () => Promise<ViewModule>
  /** The view for pages whose loader or view failed: status 500. */
  readonly error?: () => Promise<ViewModule>
  /** Where links keep the state. Default: after `#!`. */
  readonly scheme?: Scheme
  /** Gives every state a path as well, for readers that cut fragments: `readableScheme('/s/')`. Default: none. */
  readonly readable?: ReadableScheme
}

/** A route as the table files it. */
export interface NamedRoute extends Candidate {
  /** From the outermost route to this one. */
  readonly chain: readonly { readonly name: string; readonly options: RunnableOptions }[]
  /** False for a route that is only there for its children. */
  readonly page: boolean
}

/** A route table whose routes the compiler does not know. Every `Table` is one. */
export interface AnyTable {
  readonly routes: Routes
  readonly options: TableOptions
  readonly scheme: Scheme
  readonly all: ReadonlyMap<string, NamedRoute>
  match(state: string): Match | null
  state(name: string, params?: Values, options?: StateOptions): string
  href(name: string, params?: Values, options?: StateOptions): string
  resolve(state: string, options: ResolveOptions): Promise<Resolution>
  fail(state: string, error: unknown): Promise<Page>
}

/** A route table. */
export interface Table<T extends Routes = Routes> {
  readonly routes: T
  readonly options: TableOptions
  readonly scheme: Scheme
  /** Every route by its full name, such as `shop.item`, in the order of definition. */
  readonly all: ReadonlyMap<string, NamedRoute>
  /** Finds the route of a state; null when none has it. O(segments); never throws. */
  match(state: string): MatchOf<T> | null
  /** Gives the canonical state of a route: the text after `#!`. @throws {RangeError} see `href`. */
  state<N extends Named<T>['name']>(
    name: N,
    ...args: HrefArgs<ParamsOf<T, N>, InputOf<T, N>>
  ): string
  /**
   * Gives a link to a state: `#!` and its canonical text, ASCII, without a second `#`.
   *
   * @throws {RangeError} When there is no such route, or a param cannot stand in its pattern.
   */
  href<N extends Named<T>['name']>(
    name: N,
    ...args: HrefArgs<ParamsOf<T, N>, InputOf<T, N>>
  ): string
  /** Gives the page of a state, or where it redirects to: match, guard, load, head. Never rejects. */
  resolve(state: string, options: ResolveOptions<ContextOf<T>>): Promise<Resolution>
  /** Gives the page that says that a state failed to show: status 500, the table's `error` view. */
  fail(state: string, error: unknown): Promise<Page>
}

/**
 * Makes a table of routes.
 *
 * @throws {PatternError} When a pattern cannot be parsed.
 * @throws {TypeError} When a route can never be reached because one before it takes all of its states, or is no route.
 */
export function defineRoutes<const T extends Routes>(
  routes: T & FittingViews<T>,
  options: TableOptions = {},
): Table<T> {
  const trie = createTrie<NamedRoute>()
  const all = new Map<string, NamedRoute>()
  const { scheme = hashbang } = options

  function add(routes: Routes, outer?: NamedRoute): void {
    const prefix = outer ? `${outer.name}.` : ''
    for (const [key, given] of Object.entries(routes)) {
      const name = prefix + key
      const { pattern: source, options, children } = given ?? {}
      if (!children) throw fault('HB003', [name, given])
      const chain = [...(outer?.chain ?? []), { name, options: options as RunnableOptions }]
      const searches = chain.map(({ options }) => options.search).filter((one) => !!one)
      const codecs = chain.map(({ options }) => options.params).filter((one) => !!one)
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
      const first = route.page && trie.add(route)
      if (first) {
        throw fault('HB002', [name, route.pattern.source, first.name, first.pattern.source])
      }
      add(children, route)
    }
  }
  add(routes)

  const table: AnyTable = {
    routes,
    options,
    scheme,
    all,
    match: (text) => trie.find(text) ?? null,
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
