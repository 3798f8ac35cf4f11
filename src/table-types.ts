// The types of a table's routes by name: `shop.item` is the child `item` of `shop`. Types only.

import type { Routes, TypesOf } from './route.ts'
import type { Empty } from './route-types.ts'

type ChildrenOf<R> = TypesOf<R> extends { readonly children: infer C extends Routes } ? C : Empty
type Get<T, K extends string> = T extends { [_ in K]: infer V } ? V : never
// A table of unknown type allows any name.
type Say<R, K extends string> =
  TypesOf<R> extends { [_ in K]: infer V } ? V : Readonly<Record<string, unknown>>

// Compiler messages show a union by its alias, but list the members of one inside an interface.
/** The names of a table. */
export interface RouteNames<T extends Routes> {
  readonly name: {
    [N in keyof T & string]:
      | N
      | (keyof ChildrenOf<T[N]> extends never ? never : `${N}.${NameOf<ChildrenOf<T[N]>>}`)
  }[keyof T & string]
}

/** The names of all routes of a table, those of children after their parents' and a dot. */
export type NameOf<T extends Routes> = RouteNames<T>['name']

export type RouteAt<T extends Routes, N extends string> = N extends keyof T
  ? T[N]
  : N extends `${infer Head}.${infer Rest}`
    ? RouteAt<ChildrenOf<Get<T, Head>>, Rest>
    : never

/** The params of a route of a table, with those of the routes around it. */
export type ParamsOf<T extends Routes, N extends string> = Say<RouteAt<T, N>, 'params'>
/** The search params of a route of a table, as its functions read them. */
export type SearchOf<T extends Routes, N extends string> = Say<RouteAt<T, N>, 'search'>
/** The search params of a route of a table, as `href` takes them. */
export type InputOf<T extends Routes, N extends string> = Say<RouteAt<T, N>, 'input'>

/** What the routes of a table together ask of a context. */
export type ContextOf<T extends Routes> =
  TypesOf<RouteAt<T, NameOf<T>>> extends { context: (context: infer C) => void } ? C : unknown

type Closed<T> = keyof T extends never ? Readonly<Record<string, never>> : T
type Optionality<T> = object extends T ? true : false

/** Arguments of `href` after the name: params if the pattern has any, and search and anchor. */
export type HrefArgs<P, I> =
  Optionality<I> extends true
    ? Optionality<P> extends true
      ? [params?: Closed<P>, options?: HrefOptions<I>]
      : [params: P, options?: HrefOptions<I>]
    : [params: Closed<P>, options: HrefOptions<I> & { readonly search: I }]

/** The parts of a link after its path. */
export interface HrefOptions<Search> {
  readonly search?: Closed<Search>
  /** The id of an element of the page to scroll to. */
  readonly anchor?: string | undefined
}
