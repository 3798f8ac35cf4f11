// The types of a route table, for apps and for the package. A route's name holds those of the
// routes around it: `shop.item` is the child `item` of `shop`.

import type { StateOptions } from './build-state.ts'
import type { Page, Resolution, ResolveOptions } from './page.ts'
import type { Candidate, Match, NamedValues } from './read-match.ts'
import type { ReadableScheme } from './readable.ts'
import type { Empty, Routes, RunnableOptions, TypesOf } from './route.ts'
import type { Scheme } from './scheme.ts'
import type { ViewModule } from './view.ts'

/** A route table. */
export interface Table<T extends Routes = Routes> {
  readonly routes: T
  readonly options: TableOptions
  readonly scheme: Scheme
  /** Routes by full name, such as `shop.item`, in the order of definition. */
  readonly all: ReadonlyMap<string, NamedRoute>
  /** Returns the route of a state, or null. O(segments); never throws. */
  match(state: string): MatchOf<T> | null
  /** Returns the canonical text after `#!`. @throws {RangeError} As `href`. */
  state<N extends RouteNames<T>['name']>(
    name: N,
    ...args: HrefArgs<ParamsOf<T, N>, InputOf<T, N>>
  ): string
  /** Returns a link. @throws {RangeError} For an unknown route or a param that does not fit. */
  href<N extends RouteNames<T>['name']>(
    name: N,
    ...args: HrefArgs<ParamsOf<T, N>, InputOf<T, N>>
  ): string
  /** Loads the page of a state, or the target of its redirect. Never rejects. */
  resolve(state: string, options: ResolveOptions<ContextOf<T>>): Promise<Resolution>
  /** Returns the page of a failure: status 500, the table's `error` view. */
  fail(state: string, error: unknown): Promise<Page>
}

/** A table whose routes the compiler does not know. Every `Table` is one. */
export interface AnyTable {
  readonly routes: Routes
  readonly options: TableOptions
  readonly scheme: Scheme
  readonly all: ReadonlyMap<string, NamedRoute>
  match(state: string): Match | null
  state(name: string, params?: NamedValues, options?: StateOptions): string
  href(name: string, params?: NamedValues, options?: StateOptions): string
  resolve(state: string, options: ResolveOptions): Promise<Resolution>
  fail(state: string, error: unknown): Promise<Page>
}

export interface NamedRoute extends Candidate {
  /** From the outermost route to this one. */
  readonly chain: readonly { readonly name: string; readonly options: RunnableOptions }[]
  /** False for a route that only groups its children. */
  readonly page: boolean
}

/** Options of a table. */
export interface TableOptions {
  /** View while the browser loads a page whose routes have no `pending`. */
  readonly pending?: () => Promise<ViewModule>
  /** View for states without a page: status 404 or 410. */
  readonly notFound?: () => Promise<ViewModule>
  /** View for pages whose loader or view failed: status 500. */
  readonly error?: () => Promise<ViewModule>
  /** Writes links. Default: the state is after `#!`. */
  readonly scheme?: Scheme
  /** Gives every state a path too: `readableScheme('/s/')`. Default: none. */
  readonly readable?: ReadableScheme
}

/** A match of a given table: its `name` determines params and search. */
export type MatchOf<T extends Routes> = {
  [N in NameOf<T>]: Match<N, ParamsOf<T, N>, SearchOf<T, N>>
}[NameOf<T>]

type ChildrenOf<R> = TypesOf<R> extends { readonly children: infer C extends Routes } ? C : Empty
type Get<T, K extends string> = T extends { [_ in K]: infer V } ? V : never
// A table of unknown type allows any name.
type Declared<R, K extends string> =
  TypesOf<R> extends { [_ in K]: infer V } ? V : Readonly<Record<string, unknown>>

/** Inside an interface, because compiler messages then list the names. */
export interface RouteNames<T extends Routes> {
  readonly name: {
    [N in keyof T & string]:
      | N
      | (keyof ChildrenOf<T[N]> extends never ? never : `${N}.${NameOf<ChildrenOf<T[N]>>}`)
  }[keyof T & string]
}

/** The names of all routes of a table. */
export type NameOf<T extends Routes> = RouteNames<T>['name']

export type RouteAt<T extends Routes, N extends string> = N extends keyof T
  ? T[N]
  : N extends `${infer Head}.${infer Rest}`
    ? RouteAt<ChildrenOf<Get<T, Head>>, Rest>
    : never

/** Params of a route of a table, outer routes' included. */
export type ParamsOf<T extends Routes, N extends string> = Declared<RouteAt<T, N>, 'params'>
/** Search params of a route of a table, as its functions read them. */
export type SearchOf<T extends Routes, N extends string> = Declared<RouteAt<T, N>, 'search'>
/** Search params of a route of a table, as `href` takes them. */
export type InputOf<T extends Routes, N extends string> = Declared<RouteAt<T, N>, 'input'>

/** The context that the routes of a table need. */
export type ContextOf<T extends Routes> =
  TypesOf<RouteAt<T, NameOf<T>>> extends { context: (context: infer C) => void } ? C : unknown

type Closed<T> = keyof T extends never ? Readonly<Record<string, never>> : T
type Optionality<T> = object extends T ? true : false

/** Arguments of `href` after the name. */
export type HrefArgs<P, I> =
  Optionality<I> extends true
    ? Optionality<P> extends true
      ? [params?: Closed<P>, options?: HrefOptions<I>]
      : [params: P, options?: HrefOptions<I>]
    : [params: Closed<P>, options: HrefOptions<I> & { readonly search: I }]

/** The parts of a link after its path. */
export interface HrefOptions<Search> {
  readonly search?: Closed<Search>
  /** The id of an element to scroll to. */
  readonly anchor?: string | undefined
}
