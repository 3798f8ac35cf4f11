// The types of a route table, for apps and for the package itself.

import type { StateOptions } from './build-state.ts'
import type { Candidate, Match, Values } from './candidate.ts'
import type { ReadableScheme } from './readable.ts'
import type { Page, Resolution, ResolveOptions } from './resolution.ts'
import type { Routes, RunnableOptions } from './route.ts'
import type { Scheme } from './scheme.ts'
import type {
  ContextOf,
  HrefArgs,
  InputOf,
  NameOf,
  ParamsOf,
  RouteNames,
  SearchOf,
} from './table-types.ts'
import type { ViewModule } from './view.ts'

/** A route table. */
export interface Table<T extends Routes = Routes> {
  readonly routes: T
  readonly options: TableOptions
  readonly scheme: Scheme
  /** Every route by its full name, such as `shop.item`, in the order of definition. */
  readonly all: ReadonlyMap<string, NamedRoute>
  /** Finds the route of a state; null when none has it. O(segments); never throws. */
  match(state: string): MatchOf<T> | null
  /** Gives the canonical text after `#!`. @throws {RangeError} As `href`. */
  state<N extends RouteNames<T>['name']>(
    name: N,
    ...args: HrefArgs<ParamsOf<T, N>, InputOf<T, N>>
  ): string
  /**
   * Gives a link to a state. @throws {RangeError} For an unknown route or a param that does not
   * fit.
   */
  href<N extends RouteNames<T>['name']>(
    name: N,
    ...args: HrefArgs<ParamsOf<T, N>, InputOf<T, N>>
  ): string
  /** Gives the page of a state, or where it redirects to. Never rejects. */
  resolve(state: string, options: ResolveOptions<ContextOf<T>>): Promise<Resolution>
  /** Gives the page that says that a state failed to show: status 500, the table's `error` view. */
  fail(state: string, error: unknown): Promise<Page>
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

export interface NamedRoute extends Candidate {
  /** From the outermost route to this one. */
  readonly chain: readonly { readonly name: string; readonly options: RunnableOptions }[]
  /** False for a route that only groups its children. */
  readonly page: boolean
}

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
  /** Gives every state a path as well: `readableScheme('/s/')`. Default: none. */
  readonly readable?: ReadableScheme
}

/** A match of a given table: its `name` says which params and search it has. */
export type MatchOf<T extends Routes> = {
  [N in NameOf<T>]: Match<N, ParamsOf<T, N>, SearchOf<T, N>>
}[NameOf<T>]
