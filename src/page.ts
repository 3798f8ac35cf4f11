// State -> page: match, guard, load, head, and the module of the view. The one function that the browser
// and the snapshot worker both run, so that they cannot show different things.
// In: a table, state text, what loaders are given. Out: a value; not found, redirect, failure and abort
// are among the values. Never rejects.

import type { Head } from './head.ts'
import { isGone, isRedirect, notFound, type Outcome, outcomeOf, type Redirect } from './outcome.ts'
import type { AnyRoute, RouteArgs, RunnableOptions } from './route.ts'
import type { Match, Table, TableOptions, Values } from './routes.ts'
import { canonicalState } from './state.ts'
import type { View } from './view.ts'

/** What `resolve` hands on to guards and loaders. */
export interface ResolveOptions<Context = unknown> {
  readonly context: Context
  readonly signal: AbortSignal
  /** Default: the platform's `fetch`. */
  readonly fetch?: typeof fetch
}

/** One level of a page: a route of the chain from the outermost layout to the page's own route. */
export interface Level {
  readonly name: string
  readonly params: object
  readonly search: object
  readonly data: unknown
  readonly view: View | undefined
}

/** What a state shows. */
export interface Page {
  readonly type: 'page' | 'not-found' | 'gone' | 'failure'
  /** 200 or what the route says; 404, 410, 500. */
  readonly status: number
  /** The canonical text after `#!`. */
  readonly state: string
  readonly anchor: string | null
  /** Outermost first. Empty when the table has no view for such a page. */
  readonly levels: readonly Level[]
  readonly head: Head
  /** For how many ms the server may keep the page; undefined leaves it to the server. */
  readonly maxAge?: number | undefined
  /** What a guard, loader or import threw, for the log; never shown. */
  readonly error?: unknown
}

/** A state that stands for another. */
export interface Redirected {
  readonly type: 'redirect'
  readonly status: 301 | 302
  /** The canonical state to go to. */
  readonly state: string
}

/** The signal was aborted before there was a page: another navigation came, or the deadline. */
export interface Aborted {
  readonly type: 'aborted'
}

/** What a state resolves to. */
export type Resolution = Page | Redirected | Aborted

/** Resolves a state by a table. See `Table.resolve`. */
export async function resolveState(
  table: Table,
  text: string,
  options: ResolveOptions,
): Promise<Resolution> {
  const match = table.match(text) as Match | null
  const state = match ? canonical(table, match) : canonicalState(text)
  const base = { state, anchor: match?.anchor ?? null }
  const args = { ...options, fetch: options.fetch ?? fetch, ...base }
  try {
    const answer = match ? await untilAborted(options.signal, show(table, match, args)) : notFound()
    const outcome = outcomeOf(answer)
    if (outcome === undefined) return answer as Page
    if (isRedirect(outcome)) {
      return { type: 'redirect', status: outcome.status, state: target(table, outcome) }
    }
    const missing = isGone(outcome) ? ({ type: 'gone', status: 410 } as const) : NOT_FOUND
    return await untilAborted(
      options.signal,
      stand({ ...base, ...missing }, table.options.notFound),
    )
  } catch (error) {
    if (options.signal.aborted) return { type: 'aborted' }
    return failurePage(table, state, error)
  }
}

const NOT_FOUND = { type: 'not-found', status: 404 } as const

/** Gives the page for a state that failed. See `Table.fail`. */
export const failurePage = (table: Table, state: string, error: unknown): Promise<Page> =>
  stand({ type: 'failure', status: 500, state, anchor: null, error }, table.options.error)

type Args = Omit<RouteArgs, 'params' | 'search'>

async function show(table: Table, match: Match, base: Args): Promise<Page | Outcome> {
  const options = (table.routes[match.name] as AnyRoute).options as RunnableOptions
  const { params, search, name } = match
  const args: RouteArgs<Values, Values> = { ...base, params, search }
  const refused = await options.guard?.(args)
  if (refused !== undefined) return refused
  const [data, module] = await Promise.all([options.load?.(args), options.view?.()])
  const outcome = outcomeOf(data)
  if (outcome !== undefined) return outcome
  const head = options.head?.({ ...args, data: data as never }) ?? {}
  return {
    type: 'page',
    status: options.status ?? 200,
    state: args.state,
    anchor: args.anchor,
    levels: [{ name, params, search, data, view: module?.default }],
    head: options.index === false ? { ...head, robots: head.robots ?? 'noindex' } : head,
    maxAge: options.maxAge,
  }
}

// A page that stands in for one that there is not; a view of it that cannot be had must not fail it too.
async function stand(
  page: Omit<Page, 'levels' | 'head'>,
  view: TableOptions['notFound'],
): Promise<Page> {
  const head = { title: STATUS_TEXT[page.type], robots: 'noindex' }
  try {
    const module = await view?.()
    const level = {
      name: page.type,
      params: {},
      search: {},
      data: undefined,
      view: module?.default,
    }
    return { ...page, head, levels: [level] }
  } catch (error) {
    return { ...page, head, levels: [], error: page.error ?? error }
  }
}

const STATUS_TEXT = {
  page: '',
  'not-found': 'Not found',
  gone: 'Gone',
  failure: 'Something went wrong',
}

/** The canonical state of a match: what the reader sees, less the anchor, which is no other page. */
const canonical = (table: Table, { name, params, search, extra }: Match): string =>
  table.state(name, params as never, { search, extra } as never)

function target(table: Table, { to, params, search, anchor }: Redirect): string {
  return to.startsWith('#!')
    ? canonicalState(to.slice(2))
    : table.state(to, params as never, { search, anchor } as never)
}

// A loader that ignores its signal must not hold up what comes after it.
function untilAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
