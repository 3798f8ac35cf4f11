// A route: a pattern, functions for its states, and the types that the compiler infers from both.
// Apps call `route`; at run time a route is a plain value.

import type { Head } from './head.ts'
import type { Outcome } from './outcome.ts'
import type { Codec, List, Optional } from './params.ts'
import type { PatternParams } from './pattern.ts'
import type { View, ViewModule, ViewPage } from './view.ts'

/** Argument of guards and loaders. */
export interface RouteArgs<Params = object, Search = object, Context = unknown> {
  readonly params: Params
  readonly search: Search
  /** The id in the state, or null. */
  readonly anchor: string | null
  /** The canonical text after `#!`. */
  readonly state: string
  /** Aborted by the next navigation, or at the render's deadline. */
  readonly signal: AbortSignal
  /** Your context: from `start` in the browser, from the app module on the server. */
  readonly context: Context
  /** On the server, `fetch` limited to the origin and `allowFetch`; in the browser, its own. */
  readonly fetch: typeof fetch
}

/** A state for the sitemap and the export. */
export interface RouteEntry<Params = object, Search = object> {
  readonly params?: Params
  readonly search?: Search
  /** For the sitemap and the feed, such as `2026-11-20`. Default: the route's. */
  readonly lastModified?: Date | string
}

/** Routes by name. */
export type Routes = Readonly<Record<string, AnyRoute>>

export interface Outer {
  readonly pattern: string
  readonly params: object
  readonly search: object
  readonly input: object
  readonly context: unknown
}

/** Options of a route, in the order of their use. */
export interface RouteOptions<O extends Outer, P extends string, M, S, R, V, C extends Routes> {
  /** Codecs for params. If one refuses, the next route is tried. */
  readonly params?: M & { readonly [K in Exclude<keyof M, keyof PatternParams<P>>]: never }
  /** Search params: codecs by key, or a Standard Schema validator. */
  readonly search?: S
  /** May redirect or refuse before loaders run. Outer guards run first. */
  guard?(args: ArgsOf<O, P, M, S>): Outcome | undefined | Promise<Outcome | undefined>
  /** Returns the data of the page, or an outcome. All levels load in parallel. */
  load?(args: ArgsOf<O, P, M, S>): R
  /** The page's head tags; inner routes override outer ones. */
  head?(args: ArgsOf<O, P, M, S> & { readonly data: Data<R> }): Head
  /** Cache tags of the page, such as `product:7`, for purges. */
  tags?(args: ArgsOf<O, P, M, S> & { readonly data: Data<R> }): readonly string[]
  /** Imports the view, with the first state of the route. */
  view?(): Promise<V>
  /** View while the browser loads the route. Default: the next outer route's. */
  pending?(): Promise<ViewModule>
  /**
   * View for errors from this level on: status 500. Its data is the error's message in
   * development, else undefined. Default: the next outer route's.
   */
  error?(): Promise<ViewModule>
  /** View for 404 and 410 from this level on. Default: the next outer route's. */
  notFound?(): Promise<ViewModule>
  /** States of the route for the sitemap and the export. */
  entries?(args: {
    readonly context: O['context']
    readonly signal: AbortSignal
  }): EntriesOf<Simplify<O['params'] & ParamValues<P, M>>, Simplify<O['input'] & SearchInput<S>>>
  /** HTTP status of a successful page. Default: 200. */
  readonly status?: number
  /** False: not in the sitemap, and `noindex`. Default: true. */
  readonly index?: boolean
  /** Last change, for the sitemap. An entry's own date wins. */
  readonly lastModified?: Date | string
  /** ms for which the server may answer from its cache. */
  readonly maxAge?: number
  /**
   * Nested routes, made by the given `route`. Their patterns continue this one, and their views go
   * into an outlet of this view. They see its params and search. A child with the pattern `''` is
   * the page of this route's own states. `status`, `index`, `lastModified` and `maxAge` are
   * defaults for children; `tags` of all levels join.
   */
  children?(route: RouteBuilder<Inner<O, P, M, S>>): C & FittingViews<C>
}

type ArgsOf<O extends Outer, P extends string, M, S> = RouteArgs<
  Simplify<O['params'] & ParamValues<P, M>>,
  Simplify<O['search'] & SearchValues<S>>,
  O['context']
>

type EntriesOf<Params, Search> =
  | Iterable<RouteEntry<Params, Search>>
  | AsyncIterable<RouteEntry<Params, Search>>
  | Promise<Iterable<RouteEntry<Params, Search>>>

type InnerPattern<Pattern extends string> = Pattern extends ''
  ? string // After a param's name only a delimiter keeps the name as it is.
  : `/${string}` | `&${string}` | ''

interface Inner<O extends Outer, P extends string, M, S> extends Outer {
  readonly pattern: `${O['pattern']}${P}`
  readonly params: Simplify<O['params'] & ParamValues<P, M>>
  readonly search: Simplify<O['search'] & SearchValues<S>>
  readonly input: Simplify<O['input'] & SearchInput<S>>
  readonly context: O['context']
}

/** A route of a table. `Types` is for `href`, `match` and `resolve`. */
export interface Route<Types = unknown> extends AnyRoute {
  // Absent at run time.
  readonly types?: Types
}

export interface RouteTypes<Params, Search, Input, Data, Context, View, Children> {
  readonly params: Params
  readonly search: Search
  readonly input: Input
  readonly data: Data
  readonly context: (context: Context) => void
  readonly view: View
  readonly children: Children
}

export interface AnyRoute {
  readonly pattern: string
  readonly options: ErasedOptions
  readonly children: Routes
  readonly types?: unknown
}

interface AnyOuter<Context> extends Outer {
  readonly context: Context
}

export type ErasedOptions = ErasedFor<never>

/** Options as `resolve` calls them, once the codecs have validated the values. */
export type RunnableOptions = ErasedFor<unknown>

type ErasedFor<Context> = Omit<
  RouteOptions<
    AnyOuter<Context>,
    string,
    Readonly<Record<string, Codec<unknown>>>,
    SearchShape,
    unknown,
    ViewModule,
    Routes
  >,
  'view' | 'children'
> & { view?(): Promise<unknown>; children?(route: never): Routes }

export type RouteBuilder<O extends Outer> = <
  const P extends InnerPattern<O['pattern']>,
  const M extends ParamCodecs<P> = Empty,
  const S extends SearchShape = Empty,
  R = undefined,
  V = undefined,
  C extends Routes = Empty,
>(
  pattern: P,
  options?: RouteOptions<O, P, M, S, R, V, C>,
) => Route<
  RouteTypes<
    Simplify<O['params'] & ParamValues<P, M>>,
    Simplify<O['search'] & SearchValues<S>>,
    Simplify<O['input'] & SearchInput<S>>,
    Data<R>,
    O['context'],
    V,
    C
  >
>

export interface Outermost<Context> extends Outer {
  readonly pattern: ''
  readonly params: Empty
  readonly search: Empty
  readonly input: Empty
  readonly context: Context
}

export type TypesOf<R> = R extends { readonly types?: infer T } ? NonNullable<T> : never

// Not checked at the view, which would fix the type of the data too early.
/** Checks that each route's view accepts its loader's data. */
export type FittingViews<T extends Routes> = {
  [N in keyof T]: TypesOf<T[N]> extends RouteTypes<
    infer P,
    infer S,
    unknown,
    infer D,
    never,
    infer V,
    unknown
  >
    ? V extends ViewModule<ViewPage<D, P, S>> | undefined
      ? unknown
      : WrongView<V, D>
    : unknown
}

/** Explains the mismatch in a property name, which the compiler shows. */
type WrongView<V, D> = V extends { readonly default: infer Shown }
  ? Shown extends View<ViewPage<infer Expected>>
    ? {
        readonly 'the view expects other data, params or search than its route gives': {
          readonly viewExpectsData: Expected
          readonly loaderGivesData: D
        }
      }
    : { readonly 'the default export is no htmlView, mountView or custom element class': Shown }
  : { readonly 'the view module has no default export': V }

/** No keys: a route without declarations. */
export type Empty = Record<never, never>

/** Joins intersected records, so that messages and hovers show plain keys. */
export type Simplify<T> = { [K in keyof T]: T[K] } & {}

/** Codecs for params; a param without one is text. */
export type ParamCodecs<P extends string> = {
  readonly [K in keyof PatternParams<P>]?: Codec<unknown>
}

export type SearchCodec = Codec<unknown> | Optional<unknown> | List<unknown>

type SearchCodecs = Readonly<Record<string, SearchCodec>>

export type ParamValues<P extends string, M> = {
  [K in keyof PatternParams<P>]: K extends keyof M
    ? M[K] extends Codec<infer T>
      ? PatternParams<P>[K] extends readonly string[]
        ? T[]
        : T
      : PatternParams<P>[K]
    : PatternParams<P>[K]
}

/** A synchronous validator of Standard Schema (https://standardschema.dev/schema). */
export interface StandardSchema {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    validate(value: unknown): SchemaResult | Promise<SchemaResult>
    readonly types?: { readonly input: unknown; readonly output: unknown } | undefined
  }
}

type SchemaResult =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly unknown[] }

export type SearchShape = SearchCodecs | StandardSchema

type SchemaTypes<S> = S extends StandardSchema ? NonNullable<S['~standard']['types']> : never

/** Search params as a route reads them. */
export type SearchValues<S> = S extends StandardSchema
  ? SchemaTypes<S>['output']
  : {
      readonly [K in keyof S]: S[K] extends List<infer T>
        ? readonly T[]
        : S[K] extends Optional<infer T>
          ? T | S[K]['fallback']
          : S[K] extends Codec<infer T>
            ? T
            : never
    }

type RequiredKeys<S> = {
  [K in keyof S]: S[K] extends { fallback: unknown } | { repeats: true } ? never : K
}[keyof S]

/** Search params for `href`; optional ones may be left out. */
export type SearchInput<S> = S extends StandardSchema
  ? SchemaTypes<S>['input']
  : {
      readonly [K in RequiredKeys<S> & keyof SearchValues<S>]: SearchValues<S>[K]
    } & {
      readonly [K in Exclude<keyof S, RequiredKeys<S>> & keyof SearchValues<S>]?:
        | SearchValues<S>[K]
        | undefined
    }

/** A loader's data, without outcomes. */
export type Data<R> = Exclude<Awaited<R>, Outcome>

const build = (pattern: string, options: ErasedOptions = {}): AnyRoute => ({
  pattern,
  options,
  children: options.children?.call?.(options, build as never) ?? {},
})

/** Creates a route. If loaders use a context, take `routeWith<Context>()`. */
export const route: RouteBuilder<Outermost<unknown>> = build as never

/** Returns a `route` whose guards, loaders and entries see a context of this type. */
export const routeWith = <Context>(): RouteBuilder<Outermost<Context>> => route as never
