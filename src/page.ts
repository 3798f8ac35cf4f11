// State -> page: match, guards, loaders, heads, and the modules of the views. The one function that the
// browser and the snapshot worker both run, so that they cannot show different things.
// In: a table, state text, what loaders are given. Out: a value; not found, redirect, failure and abort
// are among the values. Never rejects.

import { type Head, joinHeads } from './head.ts'
import type { StateOptions } from './link.ts'
import type { Values } from './match.ts'
import {
  type Failure,
  type Missing,
  notFound,
  OUTCOME,
  type Outcome,
  outcomeOf,
  type Redirect,
} from './outcome.ts'
import type { RouteArgs, RunnableOptions } from './route.ts'
import type { AnyTable, NamedRoute } from './routes.ts'
import { canonicalState } from './state.ts'
import type { View, ViewModule } from './view.ts'

/** What `resolve` hands on to guards and loaders. */
export interface ResolveOptions<Context = unknown> {
  readonly context: Context
  readonly signal: AbortSignal
  /** Default: the platform's `fetch`. */
  readonly fetch?: typeof fetch
  /** Called once the guards have let the reader in, while loaders still work. */
  readonly admitted?: () => void
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
  /** False: the server is to build its views anew. */
  readonly reuse?: boolean | undefined
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
type Stop = Outcome | Failure

interface Shown {
  readonly level: Level
  readonly head: Head
}

/** Resolves a state by a table. See `Table.resolve`. */
export async function resolveState(
  table: AnyTable,
  text: string,
  options: ResolveOptions,
): Promise<Resolution> {
  const { signal } = options
  if (signal.aborted) return { type: 'aborted' }
  let abort = () => {}
  const aborted = new Promise<Aborted>((resolve) => {
    abort = () => resolve({ type: 'aborted' })
    signal.addEventListener('abort', abort)
  })
  // A loader that ignores its signal must not hold up what comes after it.
  const resolution = await Promise.race([
    aborted,
    run(table, text, options).catch((error) => failurePage(table, canonicalState(text), error)),
  ])
  signal.removeEventListener('abort', abort)
  return signal.aborted ? { type: 'aborted' } : resolution
}

/** Gives the page for a state that failed. See `Table.fail`. */
export const failurePage = (table: AnyTable, state: string, error: unknown): Promise<Page> =>
  standIn(table, { state, anchor: null }, { [OUTCOME]: 'failure', error }, [], [])

async function run(table: AnyTable, text: string, options: ResolveOptions): Promise<Resolution> {
  const match = table.match(text)
  const { name, params = {}, search = {}, anchor = null, extra } = match ?? {}
  const chain = table.all.get(name ?? '')?.chain ?? []
  // What the reader sees, less the anchor, which is no other page.
  const state =
    name === undefined ? canonicalState(text) : table.state(name, params, { search, extra })
  const ownFetch: typeof fetch = (input, init) => fetch(input, init)
  const args = { fetch: ownFetch, ...options, state, anchor, params, search } satisfies Args

  let stop: Stop | undefined = name === undefined ? notFound() : undefined
  const passed: Chain[number][] = []
  for (const level of chain) {
    stop = outcomeOf(await attempt(() => level.options.guard?.(args)))
    if (stop !== undefined) break
    passed.push(level)
  }
  if (stop === undefined) options.admitted?.()
  const shown: Shown[] = []
  if (stop?.[OUTCOME] !== 'redirect') {
    for (const loading of passed.map((level) => attempt(() => load(level, args)))) {
      const answer = await loading
      const outcome = outcomeOf(answer)
      if (outcome !== undefined) {
        stop = outcome
        break
      }
      shown.push(answer as Shown)
    }
  }
  if (stop?.[OUTCOME] === 'redirect') {
    return { type: 'redirect', status: stop.options.status ?? 301, state: target(table, stop) }
  }
  if (stop !== undefined) return standIn(table, args, stop, chain, shown)
  const { status, maxAge, reuse, index }: RunnableOptions = inherited(chain)
  const head = joinHeads(shown.map((one) => one.head))
  return {
    type: 'page',
    status: status ?? 200,
    state,
    anchor,
    levels: shown
      .map(({ level }) => level)
      .filter(({ view }, depth) => view !== undefined || depth === chain.length - 1),
    head: index === false ? { robots: 'noindex', ...head } : head,
    maxAge,
    reuse,
  }
}

/** What the routes of a chain say together, where the innermost has the last word. */
export const inherited = (chain: Chain): RunnableOptions =>
  Object.assign({}, ...chain.map(({ options }) => options))

async function attempt(work: () => unknown): Promise<unknown> {
  try {
    return await work()
  } catch (error) {
    return { [OUTCOME]: 'failure', error } satisfies Failure
  }
}

async function load({ name, options }: Chain[number], args: Args): Promise<Shown | Stop> {
  const [data, module] = await Promise.all([options.load?.(args), options.view?.()])
  const { params, search } = args
  return (
    outcomeOf(data) ?? {
      level: { name, params, search, data, view: (module as ViewModule | undefined)?.default },
      head: options.head?.({ ...args, data }) ?? {},
    }
  )
}

// The page that stands in for one that there is not: inside the levels that are outside of the nearest
// view for it. That view must not fail the page once more.
async function standIn(
  table: AnyTable,
  { state, anchor }: Pick<Page, 'state' | 'anchor'>,
  stop: Missing | Failure,
  chain: Chain,
  shown: readonly Shown[],
): Promise<Page> {
  const type = stop[OUTCOME]
  const [option, status, title] = STAND_INS[type]
  const depth = chain.findLastIndex(
    ({ options }, depth) => depth <= shown.length && options[option] !== undefined,
  )
  const outer = shown.slice(0, Math.max(depth, 0))
  const options = chain[depth]?.options ?? table.options
  const answer = await attempt(() => options[option]?.())
  const failure = outcomeOf(answer) as Failure | undefined
  const view = failure ? undefined : (answer as ViewModule | undefined)?.default
  const page = {
    type,
    status,
    state,
    anchor,
    levels: outer.map(({ level }) => level).filter(({ view }) => view !== undefined),
    head: joinHeads([...outer.map(({ head }) => head), { title, robots: 'noindex' }]),
    error: 'error' in stop ? stop.error : failure?.error,
  }
  if (view !== undefined) {
    const data = 'data' in stop ? stop.data : undefined
    page.levels.push({ name: type, params: {}, search: {}, data, view })
  }
  return page
}

const STAND_INS = {
  'not-found': ['notFound', 404, 'Not found'],
  gone: ['notFound', 410, 'Gone'],
  failure: ['error', 500, 'Something went wrong'],
} as const

const target = (table: AnyTable, { to, params, options }: Redirect): string =>
  to.startsWith('#!')
    ? canonicalState(to.slice(2))
    : table.state(to, params as Values, options as StateOptions)
