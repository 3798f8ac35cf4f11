// Resolves a state to a page, in browsers and snapshot workers. Not found, redirect, failure and
// abort are values. Never rejects.

import type { StateOptions } from './build-state.ts'
import { fault } from './diagnostics.ts'
import { type Head, joinHeads } from './head.ts'
import {
  failureOutcome,
  type MissingOutcome,
  notFound,
  OUTCOME,
  type Outcome,
  outcomeOf,
  type RedirectOutcome,
} from './outcome.ts'
import type { Level, Page, Resolution, ResolveOptions, SentData } from './page.ts'
import type { NamedValues } from './read-match.ts'
import type { RouteArgs, RunnableOptions } from './route.ts'
import { canonicalState } from './state.ts'
import type { AnyTable, NamedRoute } from './table.ts'
import type { View } from './view.ts'

type Chain = NamedRoute['chain']
type Args = RouteArgs<NamedValues, NamedValues>

interface LoadedLevel {
  readonly level: Level
  readonly head: Head
}

export function resolveState(
  table: AnyTable,
  state: string,
  options: ResolveOptions,
): Promise<Resolution> {
  const { signal } = options
  // A loader that ignores its signal must not delay the result.
  return new Promise((resolve) => {
    const abort = () => resolve({ type: 'aborted' })
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort)
    run(table, state, options)
      .catch((error) => failurePage(table, canonicalState(state), error))
      .then((resolution) => {
        signal.removeEventListener('abort', abort)
        resolve(resolution)
      })
  })
}

export const failurePage = (table: AnyTable, state: string, error: unknown): Promise<Page> =>
  page(table, { state, anchor: null }, [], [], failureOutcome(error))

async function run(table: AnyTable, state: string, options: ResolveOptions): Promise<Resolution> {
  const match = table.match(state)
  const { name = '', params = {}, search = {}, anchor = null, extra } = match ?? {}
  const chain = table.all.get(name)?.chain ?? []
  const args: Args = {
    fetch: (input, init) => fetch(input, init),
    ...options,
    // Without the anchor, which makes no other page.
    state: match ? table.state(name, params, { search, extra }) : canonicalState(state),
    anchor,
    params,
    search,
  }

  let stop: Outcome | undefined = match ? undefined : notFound()
  const passed: Chain[number][] = []
  for (const level of chain) {
    stop = outcomeOf(await attempt(() => level.options.guard?.(args), level.name))
    if (stop) break
    passed.push(level)
  }
  const shown: LoadedLevel[] = []
  if (!isRedirect(stop)) {
    options.admitted?.(state)
    const ready = stop ? null : await options.ahead?.(args.state)
    if (ready) return ready
    for (const loading of passed.map((level) => load(level, args, options.sent))) {
      const answer = await loading
      const outcome = outcomeOf(answer)
      if (outcome) {
        stop = outcome
        break
      }
      shown.push(answer as LoadedLevel)
    }
  }
  if (!isRedirect(stop)) return page(table, args, chain, shown, stop)
  const { to, params: toParams, options: toOptions } = stop
  return {
    type: 'redirect',
    status: toOptions.status ?? 301,
    state: to.startsWith('#!')
      ? canonicalState(to.slice(2))
      : table.state(to, toParams as NamedValues, toOptions as StateOptions),
  }
}

const isRedirect = (stop: Outcome | undefined): stop is RedirectOutcome =>
  stop?.[OUTCOME] === 'redirect'

export const inherited = (chain: Chain): RunnableOptions =>
  Object.assign({}, ...chain.map(({ options }) => options))

const attempt = (work: () => unknown, name?: string): Promise<unknown> =>
  Promise.resolve()
    .then(work)
    .catch((error) => failureOutcome(error, name))

/** @throws {TypeError} When a module exports no view. */
function viewOf(name: string, module: unknown, load: unknown): View {
  const view = (module as { default?: View } | undefined)?.default
  // A function that extends nothing is a framework's component.
  if (typeof view === 'function' ? Object.getPrototypeOf(view) !== Function.prototype : view?.kind)
    return view as View
  throw fault('HB005', [name, view, load])
}

const load = ({ name, options }: Chain[number], args: Args, sent?: SentData): Promise<unknown> =>
  attempt(async () => {
    const isSent = sent?.state === args.state && Object.hasOwn(sent.data, name)
    const [data, module] = await Promise.all([
      isSent ? sent.data[name] : options.load?.(args),
      options.view?.(),
    ])
    const { params, search } = args
    return (
      outcomeOf(data) ?? {
        level: {
          name,
          params,
          search,
          data,
          view: options.view && viewOf(name, module, options.view),
        },
        head: options.head?.({ ...args, data }) ?? {},
      }
    )
  }, name)

// If a level fails, the nearest view for that replaces it, inside its outer levels.
async function page(
  table: AnyTable,
  { state, anchor }: Pick<Page, 'state' | 'anchor'>,
  chain: Chain,
  ready: readonly LoadedLevel[],
  stop?: MissingOutcome,
): Promise<Page> {
  const { status, maxAge, index }: RunnableOptions = stop ? {} : inherited(chain)
  const type = stop?.[OUTCOME] ?? 'page'
  let shown = ready
  let error = stop?.error
  if (stop) {
    const option = type === 'failure' ? 'error' : 'notFound'
    const depth = chain.findLastIndex((level, at) => at <= ready.length && level.options[option])
    const find = (chain[depth]?.options ?? table.options)[option]
    const view = await attempt(async () => find && viewOf(type, await find(), find))
    const broken = outcomeOf(view) as MissingOutcome | undefined
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
