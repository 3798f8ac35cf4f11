// A route: a pattern with functions for its states. At run time it is a plain value.

import type { Head } from './head.ts'
import type { Outcome } from './outcome.ts'
import type { Codec } from './params.ts'
import type { PatternParams } from './pattern.ts'
import type {
  Data,
  Empty,
  ParamCodecs,
  ParamValues,
  SearchInput,
  SearchShape,
  SearchValues,
  Simplify,
} from './route-types.ts'
import type { View, ViewModule, ViewPage } from './view.ts'

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

/** One of a route's entries: a state that sitemap and export are to list. */
export interface RouteEntry<Params = object, Search = object> {
  readonly params?: Params
  readonly search?: Search
  readonly lastModified?: Date | string
}

export type Routes = Readonly<Record<string, AnyRoute>>

/** The inherited part of a route, from its outer routes. */
export interface Outer {
  readonly pattern: string
  readonly params: object
  readonly search: object
  readonly input: object
  readonly context: unknown
}

/** Options of a route, in the order of their use. */
export interface RouteOptions<O extends Outer, P extends string, M, S, R, V, C extends Routes> {
  /** Codecs for params: if a codec refuses, the next route is tried. */
  readonly params?: M & { readonly [K in Exclude<keyof M, keyof PatternParams<P>>]: never }
  /** Search params in the state: codecs by key, or a Standard Schema validator. */
  readonly search?: S
  /** May redirect or refuse before anything is loaded. Outer routes' guards run first. */
  guard?(args: ArgsOf<O, P, M, S>): Outcome | undefined | Promise<Outcome | undefined>
  /** Returns the data of the page, or an outcome. Runs in parallel with outer and inner loaders. */
  load?(args: ArgsOf<O, P, M, S>): R
  /** The page's head tags; inner routes override outer ones. */
  head?(args: ArgsOf<O, P, M, S> & { readonly data: Data<R> }): Head
  /** Cache tags of the page, such as `product:7`: a purge of a tag removes all its pages. */
  tags?(args: ArgsOf<O, P, M, S> & { readonly data: Data<R> }): readonly string[]
  /** The module of the view; imported when the first state of the route is resolved. */
  view?(): Promise<V>
  /** The view while this route loads, in a browser. Default: the next outer route's. */
  pending?(): Promise<ViewModule>
  /** The view for errors at this level or deeper: status 500. Default: the next outer route's. */
  error?(): Promise<ViewModule>
  /** The view for 404 and 410 at this level or deeper. Default: the next outer route's. */
  notFound?(): Promise<ViewModule>
  /** Every state of the route that sitemap and export should list. */
  entries?(args: {
    readonly context: O['context']
    readonly signal: AbortSignal
  }): EntriesOf<Simplify<O['params'] & ParamValues<P, M>>, Simplify<O['input'] & SearchInput<S>>>
  /** The HTTP status of a successful page. Default: 200. */
  readonly status?: number
  /** False keeps the states out of the sitemap and marks them `noindex`. Default: true. */
  readonly index?: boolean
  /** Last change of the route's states, for the sitemap; an entry's own date wins. */
  readonly lastModified?: Date | string
  /** For how many ms the server may answer from its cache. */
  readonly maxAge?: number
  /**
   * Nested routes, made by the given `route`. Their patterns continue this one, their views go into
   * an outlet of this view, and their functions see its params and search. A child with the pattern
   * `''` is the page of this route's own states; without it the route is a page if it has a view.
   * `status`, `index`, `lastModified` and `maxAge` are defaults for children; `tags` of all levels
   * join.
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

/** A route of a table. The type parameter says what `href`, `match` and `resolve` need to know. */
export interface Route<Types = unknown> extends AnyRoute {
  // Absent at run time: for types alone.
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

/** A route's options, whatever their types: a value of any `RouteOptions` is one. */
export type ErasedOptions = ErasedFor<never>

/** A route's options as `resolve` calls them: the codecs have validated the values. */
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

/** The types of a route. */
export type TypesOf<R> = R extends { readonly types?: infer T } ? NonNullable<T> : never

// Checked here, not at the view: there it would fix the type of the data too early.
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

const build = (pattern: string, options: ErasedOptions = {}): AnyRoute => ({
  pattern,
  options,
  children: options.children?.call?.(options, build as never) ?? {},
})

/** Makes a route. For loaders that use a context, take `routeWith<Context>()` instead. */
export const route: RouteBuilder<Outermost<unknown>> = build as never

/** Gives a `route` whose guards, loaders and entries see a context of this type. */
export const routeWith = <Context>(): RouteBuilder<Outermost<Context>> => route as never
