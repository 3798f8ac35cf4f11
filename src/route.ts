// One route: a pattern and what to do for its states. Types only infer here; nothing runs.
// In: the author's pattern and functions. Out: a plain value that `defineRoutes` puts into a table.

import type { Head } from './head.ts'
import type { Outcome } from './outcome.ts'
import type { Codec, List, Optional } from './params.ts'
import type { PatternParams } from './pattern.ts'
import type { ViewModule } from './view.ts'

/** What guards and loaders are given, and all that they may read: never globals. */
export interface RouteArgs<Params = object, Search = object, Context = unknown> {
  readonly params: Params
  readonly search: Search
  /** The id that the state points at, or null. */
  readonly anchor: string | null
  /** The canonical text after `#!`. */
  readonly state: string
  /** Aborted when another navigation supersedes this one, or the render's deadline passes. */
  readonly signal: AbortSignal
  /** What the app gave to `start` in the browser, or its app module on the server. */
  readonly context: Context
  /** On the server bound to the configured origin and allow-list; in the browser the platform's. */
  readonly fetch: typeof fetch
}

/** Codecs for params; a param without one is text. */
export type ParamCodecs<P extends string> = {
  readonly [K in keyof PatternParams<P>]?: Codec<unknown>
}

/** Codecs for search params. */
export type SearchCodecs = Readonly<
  Record<string, Codec<unknown> | Optional<unknown> | List<unknown>>
>

/** No codecs. */
export type Empty = Record<never, never>

type Simplify<T> = { [K in keyof T]: T[K] } & {}

/** The values of a pattern's params. */
export type ParamValues<P extends string, M> = Simplify<{
  [K in keyof PatternParams<P>]: K extends keyof M
    ? M[K] extends Codec<infer T>
      ? PatternParams<P>[K] extends readonly string[]
        ? T[]
        : T
      : PatternParams<P>[K]
    : PatternParams<P>[K]
}>

/** The values of search params as a route reads them. */
export type SearchValues<S> = Simplify<{
  readonly [K in keyof S]: S[K] extends List<infer T>
    ? readonly T[]
    : S[K] extends Optional<infer T>
      ? T | S[K]['fallback']
      : S[K] extends Codec<infer T>
        ? T
        : never
}>

type RequiredKeys<S> = {
  [K in keyof S]: S[K] extends { fallback: unknown } | { list: true } ? never : K
}[keyof S]

/** The values of search params as `href` takes them: what may be absent may be left out. */
export type SearchInput<S> = Simplify<
  { readonly [K in RequiredKeys<S> & keyof SearchValues<S>]: SearchValues<S>[K] } & {
    readonly [K in Exclude<keyof S, RequiredKeys<S>> & keyof SearchValues<S>]?:
      | SearchValues<S>[K]
      | undefined
  }
>

/** What a loader's answer leaves as data when outcomes are taken out. */
export type Data<R> = Exclude<Awaited<R>, Outcome>

/** One of a route's entries: a state that sitemap and export are to list. */
export interface Entry<Params = object, Search = object> {
  readonly params?: Params
  readonly search?: Search
  readonly lastModified?: Date | string
}

/** What a route does for its states. Functions are called in the order in which they stand here. */
export interface RouteOptions<P extends string, M, S, R, Context, V = ViewModule> {
  /** Codecs for params: a codec that refuses means that the next route is tried. */
  readonly params?: M
  /** Search params, from the query inside the state. */
  readonly search?: S
  /** May turn the reader away before anything is loaded. */
  guard?(
    args: RouteArgs<ParamValues<P, M>, SearchValues<S>, Context>,
  ): Outcome | undefined | Promise<Outcome | undefined>
  /** Gives the data of the page, or an outcome. */
  load?(args: RouteArgs<ParamValues<P, M>, SearchValues<S>, Context>): R
  /** What the page says in the document's head. */
  head?(
    args: RouteArgs<ParamValues<P, M>, SearchValues<S>, Context> & { readonly data: Data<R> },
  ): Head
  /** The HTTP status of the page when all went well. Default: 200. */
  readonly status?: number
  /** The module of the view; imported when the first state of the route is resolved. */
  view?(): Promise<V>
  /** Every state of the route that sitemap and export should list. */
  entries?(args: {
    readonly context: Context
    readonly signal: AbortSignal
  }):
    | Iterable<Entry<ParamValues<P, M>, SearchInput<S>>>
    | AsyncIterable<Entry<ParamValues<P, M>, SearchInput<S>>>
  /** False keeps the states out of the sitemap and marks them `noindex`. Default: true. */
  readonly index?: boolean
  /** For how many ms the server may answer from its cache. */
  readonly maxAge?: number
}

/** A route of a table. The type parameters say what `href`, `match` and `resolve` need to know. */
export interface Route<
  P extends string = string,
  M = Empty,
  S = Empty,
  D = unknown,
  Context = never,
  V = unknown,
> {
  readonly pattern: P
  readonly options: ErasedOptions
  /** Never there at run time. */
  readonly types?: {
    readonly params: ParamValues<P, M>
    readonly search: SearchValues<S>
    readonly input: SearchInput<S>
    readonly data: D
    readonly context: (context: Context) => void
    readonly view: V
  }
}

/** Any route, whatever its types. */
export interface AnyRoute {
  readonly pattern: string
  readonly options: ErasedOptions
  readonly types?: unknown
}

/** A route's options, whatever their types: a value of any `RouteOptions` is one. */
export type ErasedOptions = RouteOptions<
  string,
  Record<string, Codec<unknown>>,
  SearchCodecs,
  unknown,
  never
>

/** A route's options as `resolve` calls them: the codecs have made sure of the types. */
export type RunnableOptions = RouteOptions<
  string,
  Record<string, Codec<unknown>>,
  SearchCodecs,
  unknown,
  unknown
>

/** Makes routes whose functions are given this context. */
export type RouteBuilder<Context> = <
  const P extends string,
  const M extends ParamCodecs<P> = Empty,
  const S extends SearchCodecs = Empty,
  R = undefined,
  V = ViewModule,
>(
  pattern: P,
  options?: RouteOptions<P, M, S, R, Context, V>,
) => Route<P, M, S, Data<R>, Context, V>

/** Makes a route. For loaders that use a context, take `routeWith<Context>()` instead. */
export const route = ((pattern: string, options: ErasedOptions = {}) => ({
  pattern,
  options,
})) as RouteBuilder<unknown>

/** Gives a `route` whose guards, loaders and entries see a context of this type. */
export const routeWith = <Context>(): RouteBuilder<Context> => route as RouteBuilder<Context>
