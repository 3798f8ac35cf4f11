// The route table: which route a state belongs to, and the state of a route with given params. Both go
// over the same parsed patterns, so `href` then `match` comes back to where it started.
// In: routes by name; state text, trusted or not. Out: a match or null; links. `match` never throws.

import {
  failurePage,
  type Page,
  type Resolution,
  type ResolveOptions,
  resolveState,
} from './page.ts'
import { type Pattern, parsePattern, type Segment } from './pattern.ts'
import type { AnyRoute } from './route.ts'
import { Bare, readSearch, writeSearch } from './search.ts'
import {
  canonicalState,
  escapeSegment,
  joinState,
  type Pair,
  type StateParts,
  splitState,
} from './state.ts'
import { type Capture, createTrie } from './trie.ts'
import type { ViewModule, ViewPage } from './view.ts'

/** Routes by name. */
export type Routes = Readonly<Record<string, AnyRoute>>

type TypesOf<R> = R extends { readonly types?: infer T } ? NonNullable<T> : never
type Get<T, K extends string> = T extends { [_ in K]: infer V } ? V : never

/** The params of a route of a table. */
export type ParamsOf<T extends Routes, N extends keyof T> = Get<TypesOf<T[N]>, 'params'>
/** The search params of a route of a table, as its functions read them. */
export type SearchOf<T extends Routes, N extends keyof T> = Get<TypesOf<T[N]>, 'search'>
/** The search params of a route of a table, as `href` takes them. */
export type InputOf<T extends Routes, N extends keyof T> = Get<TypesOf<T[N]>, 'input'>

/** What the routes of a table together ask of a context. */
export type ContextOf<T extends Routes> =
  TypesOf<T[keyof T]> extends { context: (context: infer C) => void } ? C : never

// Checked here and not where the view is given: there it would fix the type of the data too early.
type FittingViews<T extends Routes> = {
  [N in keyof T]: TypesOf<T[N]> extends {
    params: infer P
    search: infer S
    data: infer D
    view: infer V
  }
    ? V extends ViewModule<ViewPage<D, P, S>>
      ? unknown
      : { readonly view: ViewModule<ViewPage<D, P, S>> }
    : unknown
}

type Closed<T> = keyof T extends never ? Readonly<Record<string, never>> : T
type Optionality<T> = object extends T ? true : false

/** What `href` takes after the name: params when the pattern has any, and search and anchor. */
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

/** Values by name, of a match whose route is not known to the compiler. */
export type Values = Readonly<Record<string, unknown>>

/** The route that a state belongs to, and what it says. */
export interface Match<N extends string = string, P = Values, S = Values> {
  readonly name: N
  readonly params: P
  readonly search: S
  readonly anchor: string | null
  /** Pairs of the query that the route does not declare, in their order. */
  readonly extra: readonly Pair[]
}

/** A match of a given table: its `name` says which params and search it has. */
export type MatchOf<T extends Routes> = {
  [N in keyof T & string]: Match<N, ParamsOf<T, N>, SearchOf<T, N>>
}[keyof T & string]

/** What the table shows when no route has anything to show. */
export interface TableOptions {
  /** The view for states without a page: status 404 or 410. */
  readonly notFound?: () => Promise<ViewModule>
  /** The view for pages whose loader or view failed: status 500. */
  readonly error?: () => Promise<ViewModule>
}

/** A route table. */
export interface Table<T extends Routes = Routes> {
  readonly routes: T
  readonly options: TableOptions
  /** Finds the route of a state; null when none has it. O(segments); never throws. */
  match(state: string): MatchOf<T> | null
  /** Gives the canonical state of a route: the text after `#!`. @throws {RangeError} see `href`. */
  state<N extends keyof T & string>(
    name: N,
    ...args: HrefArgs<ParamsOf<T, N>, InputOf<T, N>>
  ): string
  /**
   * Gives a link to a state: `#!` and its canonical text, ASCII, without a second `#`.
   *
   * @throws {RangeError} When there is no such route, or a param cannot stand in its pattern.
   */
  href<N extends keyof T & string>(
    name: N,
    ...args: HrefArgs<ParamsOf<T, N>, InputOf<T, N>>
  ): string
  /** Gives the page of a state, or where it redirects to: match, guard, load, head. Never rejects. */
  resolve(state: string, options: ResolveOptions<ContextOf<T>>): Promise<Resolution>
  /** Gives the page that says that a state failed to show: status 500, the table's `error` view. */
  fail(state: string, error: unknown): Promise<Page>
}

interface Entry {
  readonly name: string
  readonly route: AnyRoute
  readonly pattern: Pattern
}

/**
 * Makes a table of routes.
 *
 * @throws {PatternError} When a pattern cannot be parsed.
 */
export function defineRoutes<const T extends Routes>(
  routes: T & FittingViews<T>,
  options: TableOptions = {},
): Table<T> {
  const trie = createTrie<Entry>()
  const entries = new Map<string, Entry>()
  for (const [name, route] of Object.entries(routes)) {
    const entry = { name, route, pattern: parsePattern(route.pattern) }
    entries.set(name, entry)
    trie.add(entry.pattern, entry)
  }

  function match(text: string): Match | null {
    const parts = splitState(canonicalState(text))
    const { pairs, anchor } = parts
    return (
      trie.find(parts, ({ name, route, pattern }, names, captures) => {
        const params = readParams(route, pattern, names, captures)
        const codecs = route.options.search ?? {}
        const search = params && readSearch(codecs, pairs)
        if (!search) return undefined
        const keys = 'items' in pattern ? pattern.items.map((item) => item.key) : []
        const extra =
          pairs.length > 0
            ? pairs.filter(([key]) => !Object.hasOwn(codecs, key) && !keys.includes(key))
            : pairs
        return { name, params, search, anchor, extra }
      }) ?? null
    )
  }

  function state(name: string, params: object = {}, options: StateOptions = {}): string {
    const entry = entries.get(name)
    if (entry === undefined) throw new RangeError(`No route is named "${name}"`)
    return writeState(entry, params as Record<string, unknown>, options)
  }

  const table = {
    routes,
    options,
    match,
    state,
    href: (name: string, params?: object, options?: StateOptions) =>
      `#!${state(name, params, options)}`,
    resolve: (text: string, options: ResolveOptions<never>) =>
      resolveState(table as unknown as Table, text, options),
    fail: (text: string, error: unknown) => failurePage(table as unknown as Table, text, error),
  }
  return table as unknown as Table<T>
}

interface StateOptions {
  readonly search?: object
  readonly anchor?: string | null | undefined
  readonly extra?: readonly Pair[]
}

function readParams(
  { options }: AnyRoute,
  pattern: Pattern,
  names: readonly string[],
  captures: readonly Capture[],
): Record<string, unknown> | undefined {
  const params = new Bare()
  for (let index = 0; index < names.length; index++) {
    const name = names[index] as string
    const capture = captures[index] as Capture
    const codec =
      options.params && Object.hasOwn(options.params, name) ? options.params[name] : undefined
    const value = !codec
      ? capture
      : typeof capture === 'string'
        ? codec.parse(capture)
        : capture.map((text) => codec.parse(text))
    if (
      value === undefined ||
      (typeof value === 'object' && Array.isArray(value) && value.includes(undefined))
    ) {
      return undefined
    }
    params[name] = value
  }
  const last = 'segments' in pattern ? pattern.segments.at(-1) : undefined
  if (last && 'modifier' in last && last.modifier === '*') params[last.name] ??= []
  return params
}

function writeState(
  entry: Entry,
  params: Readonly<Record<string, unknown>>,
  options: StateOptions,
): string {
  const { pattern, route } = entry
  const format = (name: string, value: unknown): string =>
    route.options.params?.[name]?.format(value) ?? String(value)
  const refuse = (name: string): never => {
    throw new RangeError(
      `Cannot write a link to "${entry.name}" (${pattern.source}): ":${name}" must be text that is not empty, got ${JSON.stringify(params[name])}`,
    )
  }
  const pairs: Pair[] = []
  let path = ''
  if ('items' in pattern) {
    for (const item of pattern.items) {
      if ('text' in item) pairs.push([item.key, item.text])
      else if (params[item.name] !== undefined)
        pairs.push([item.key, format(item.name, params[item.name])])
      else if (!item.optional) refuse(item.name)
    }
  } else {
    path = pattern.segments
      .flatMap((segment) => writeSegment(segment, params, format, refuse))
      .join('/')
  }
  pairs.push(
    ...writeSearch(route.options.search ?? {}, (options.search ?? {}) as Record<string, unknown>),
  )
  pairs.push(...(options.extra ?? []))
  const parts: StateParts = {
    path,
    pairs,
    keyed: 'items' in pattern,
    anchor: options.anchor ?? null,
  }
  return joinState(parts)
}

function writeSegment(
  segment: Segment,
  params: Readonly<Record<string, unknown>>,
  format: (name: string, value: unknown) => string,
  refuse: (name: string) => never,
): string[] {
  if ('text' in segment) return [escapeSegment(segment.text)]
  const value = params[segment.name]
  if ('rest' in segment)
    return [
      String(value ?? '')
        .split('/')
        .map(escapeSegment)
        .join('/'),
    ]
  const { name, before, after, modifier } = segment
  if (value === undefined && (modifier === '?' || modifier === '*')) return []
  const values = Array.isArray(value) ? value : [value]
  if (value === undefined || (modifier === '+' && values.length === 0)) refuse(name)
  return values.map((one) => {
    const text = format(name, one)
    return text === '' ? refuse(name) : escapeSegment(before + text + after)
  })
}
