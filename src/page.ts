// State -> page: match, guards, loaders, heads, and the modules of the views. The one function that the
// browser and the snapshot worker both run, so that they cannot show different things.
// In: a table, state text, what loaders are given. Out: a value; not found, redirect, failure and abort
// are among the values. Never rejects.

import type { StateOptions } from './build-state.ts'
import type { Values } from './candidate.ts'
import type { AnyTable, NamedRoute } from './define-routes.ts'
import { fault } from './diagnostics.ts'
import { type Head, joinHeads } from './head.ts'
import {
  failed,
  type Missing,
  notFound,
  OUTCOME,
  type Outcome,
  outcomeOf,
  type Redirect,
} from './outcome.ts'
import type { RouteArgs, RunnableOptions } from './route.ts'
import { canonicalState } from './state.ts'
import type { View } from './view.ts'

/** What `resolve` hands on to guards and loaders. */
export interface ResolveOptions<Context = unknown> {
  readonly context: Context
  readonly signal: AbortSignal
  /** Default: the platform's `fetch`. */
  readonly fetch?: typeof fetch
  /** Called with a state whose guards do not send the reader elsewhere, before its loaders have ended. */
  readonly admitted?: (state: string) => void
  /** Gives what has been loaded for a canonical state; asked once the guards have let the reader in. */
  readonly ahead?: (state: string) => Promise<Page | null>
}

/** One level of a page: a route of the chain from the outermost layout to the page's own route. */
export interface Level {
  /** The full name of the route; `not-found`, `gone` or `failure` for a view that stands in. */
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
  /** Outermost first; a route without a view has none, but for the page's own. Empty: nothing to show. */
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

type Chain = NamedRoute['chain']
type Args = RouteArgs<Values, Values>

/** A level that is ready, with what it says in the head. */
interface Shown {
  readonly level: Level
  readonly head: Head
}

/** Resolves a state by a table. See `Table.resolve`. */
export function resolveState(
  table: AnyTable,
  text: string,
  options: ResolveOptions,
): Promise<Resolution> {
  const { signal } = options
  // A loader that ignores its signal must not hold up what comes after it.
  return new Promise((resolve) => {
    const abort = () => resolve({ type: 'aborted' })
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort)
    run(table, text, options)
      .catch((error) => failurePage(table, canonicalState(text), error))
      .then((resolution) => {
        signal.removeEventListener('abort', abort)
        resolve(resolution)
      })
  })
}

/** Gives the page for a state that failed. See `Table.fail`. */
export const failurePage = (table: AnyTable, state: string, error: unknown): Promise<Page> =>
  page(table, { state, anchor: null }, [], [], failed(error))

async function run(table: AnyTable, text: string, options: ResolveOptions): Promise<Resolution> {
  const match = table.match(text)
  const { name = '', params = {}, search = {}, anchor = null, extra } = match ?? {}
  const chain = table.all.get(name)?.chain ?? []
  const args: Args = {
    fetch: (input, init) => fetch(input, init),
    ...options,
    // What the reader sees, less the anchor, which is no other page.
    state: match ? table.state(name, params, { search, extra }) : canonicalState(text),
    anchor,
    params,
    search,
  }

  let stop: Outcome | undefined = match ? undefined : notFound()
  const passed: Chain[number][] = []
  for (const level of chain) {
    stop = outcomeOf(await attempt(() => level.options.guard?.(args)))
    if (stop) break
    passed.push(level)
  }
  const shown: Shown[] = []
  if (!isRedirect(stop)) {
    options.admitted?.(text)
    const ready = stop ? null : await options.ahead?.(args.state)
    if (ready) return ready
    for (const loading of passed.map((level) => load(level, args))) {
      const answer = await loading
      const outcome = outcomeOf(answer)
      if (outcome) {
        stop = outcome
        break
      }
      shown.push(answer as Shown)
    }
  }
  if (!isRedirect(stop)) return page(table, args, chain, shown, stop)
  const { to, params: given, options: parts } = stop
  return {
    type: 'redirect',
    status: parts.status ?? 301,
    state: to.startsWith('#!')
      ? canonicalState(to.slice(2))
      : table.state(to, given as Values, parts as StateOptions),
  }
}

const isRedirect = (stop: Outcome | undefined): stop is Redirect => stop?.[OUTCOME] === 'redirect'

/** What the routes of a chain say together, where the innermost has the last word. */
export const inherited = (chain: Chain): RunnableOptions =>
  Object.assign({}, ...chain.map(({ options }) => options))

const attempt = (work: () => unknown): Promise<unknown> =>
  Promise.resolve().then(work).catch(failed)

/** The view that a module exports. @throws {TypeError} When it exports none. */
function viewOf(name: string, module: unknown): View {
  const view = (module as { default?: View } | undefined)?.default
  if (typeof view === 'function' || view?.kind === 'html' || view?.kind === 'mount') return view
  throw fault('HB005', [name, view])
}

const load = ({ name, options }: Chain[number], args: Args): Promise<unknown> =>
  attempt(async () => {
    const [data, module] = await Promise.all([options.load?.(args), options.view?.()])
    const { params, search } = args
    return (
      outcomeOf(data) ?? {
        level: { name, params, search, data, view: options.view && viewOf(name, module) },
        head: options.head?.({ ...args, data }) ?? {},
      }
    )
  })

// Where something stopped, the nearest view for that stands in, inside the levels that are outside of it.
async function page(
  table: AnyTable,
  { state, anchor }: Pick<Page, 'state' | 'anchor'>,
  chain: Chain,
  ready: readonly Shown[],
  stop?: Missing,
): Promise<Page> {
  const { status, maxAge, index }: RunnableOptions = stop ? {} : inherited(chain)
  const type = stop?.[OUTCOME] ?? 'page'
  let shown = ready
  let error = stop?.error
  if (stop) {
    const option = type === 'failure' ? 'error' : 'notFound'
    const depth = chain.findLastIndex((level, at) => at <= ready.length && level.options[option])
    const find = (chain[depth]?.options ?? table.options)[option]
    const view = await attempt(async () => find && viewOf(type, await find()))
    const broken = outcomeOf(view) as Missing | undefined
    error ??= broken?.error
    const level: Level = {
      name: type,
      params: {},
      search: {},
      data: stop.data,
      view: broken ? undefined : (view as View),
    }
    shown = [
      ...ready.slice(0, Math.max(depth, 0)),
      { level, head: { title: stop.title, robots: 'noindex' } },
    ]
  }
  const heads = shown.map(({ head }) => head)
  return {
    type,
    status: stop?.status ?? status ?? 200,
    state,
    anchor,
    levels: shown
      .map(({ level }) => level)
      .filter(({ view }, depth) => view || (!stop && depth === chain.length - 1)),
    head: joinHeads(index === false ? [{ robots: 'noindex' }, ...heads] : heads),
    maxAge,
    error,
  }
}
