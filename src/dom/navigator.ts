// From navigations to shown pages: match and load by the table, mount in the outlet, say it in the head. In: visits
// from a history. Out: what the reader sees. The last navigation wins: each has a signal, checked before anything is shown.

import type { Table } from '../define-routes.ts'
import { fault } from '../diagnostics.ts'
import { follow } from '../follow.ts'
import type { Page } from '../page.ts'
import type { Routes } from '../route.ts'
import type { ContextOf } from '../table-types.ts'
import { anchorOf, showAnchor, withAnchor } from './anchor.ts'
import { openHistory } from './browser-history.ts'
import { claimOutlet, releaseOutlet } from './claim.ts'
import { sameRoute, surroundings } from './focus-and-announce.ts'
import { isGuarded } from './guarded.ts'
import { addresses } from './history/address.ts'
import type { History, NavigationOutcome, Visit } from './history/types.ts'
import { checkHistoryState } from './history-state.ts'
import { type Hooks, setHooks } from './hooks.ts'
import { tellAll } from './listeners.ts'
import { resumeParked } from './parked.ts'
import type { NavigateOptions, Router, StartArgs, StartOptions } from './router.ts'
import { aborted, settled } from './settle.ts'
import { visitScheme } from './visit-scheme.ts'

/**
 * Starts routing the document by a table.
 *
 * @throws {TypeError} When there is no `<hashbang-outlet>`, or another router shows its pages in it.
 */
export function start<T extends Routes>(
  typed: Table<T>,
  ...args: StartArgs<ContextOf<T>>
): Router<T> {
  const options: StartOptions = args[0] ?? {}
  const table = typed as unknown as Table
  if (!table?.all) throw fault('HB011', [typed])
  const outlet = claimOutlet(options.outlet)
  const { context, pendingMs = 200, onError = reportError } = options
  const scheme = visitScheme(table)
  const at = addresses(window, scheme)
  const listeners = new Set<(page: Page) => void>()
  const hooks: Hooks = {
    ...{ table, scheme, context },
    resolve: (state, given) => follow(table, state, { context: context as never, ...given }),
    leave: null,
    paint: (update) => update(),
  }
  const around = options.history?.embedded ? null : surroundings(document)
  const given = openHistory(outlet, hooks, options)
  let history: History | undefined
  let stopped = false
  let page: Page | null = null
  // The state that `page` was come to by, with its anchor, as the URL has it.
  let shown = ''
  // What the history says where `page` is; anything else there is a page that was never shown.
  let address: string | undefined
  let loading: Visit | null = null
  let newest: Visit | null = null
  let reloading = false
  let unlisten = () => {}

  async function begin(visit: Visit): Promise<NavigationOutcome> {
    newest = visit
    const outcome = await attempt(visit)
    // Nothing has come in its place: the address is what it was before, and so must be the page.
    if (newest === visit && !stopped && (outcome === 'superseded' || outcome === 'blocked')) {
      if (history?.read() === address) outlet.page = page
      else void history?.resume()
    }
    return outcome
  }

  async function attempt(visit: Visit): Promise<NavigationOutcome> {
    const { state, signal, type } = visit
    const anchor = visit.anchor ?? anchorOf(state)
    const again = reloading || type === 'resume'
    reloading = false
    // The same state but for its anchor is no other page; the same state altogether is asked for anew.
    const isJump =
      withAnchor(state, null) === withAnchor(shown, null) && (anchor ?? anchorOf(shown)) !== null
    if (!again && page && outlet.page === page && isJump) {
      shown = withAnchor(state, anchor)
      page = { ...page, anchor }
      outlet.page = page
      address = state
      if (type === 'traverse' || anchor === null) visit.scroll()
      else showAnchor(anchor)
      return 'done'
    }
    if (hooks.leave && type !== 'load' && type !== 'resume') {
      const leaves = await Promise.race([hooks.leave(state), aborted(signal)])
      if (signal.aborted) return 'superseded'
      if (!leaves) {
        await visit.cancel()
        return 'blocked'
      }
    }
    loading = visit
    let target = state
    const timer = setTimeout(() => void showPending(visit, target), pendingMs)
    const admitted = (at: string) => {
      if (signal.aborted) return
      if (at !== target) {
        target = at
        visit.replace(at)
        if (outlet.ariaBusy) void showPending(visit, at)
      }
      void visit.commit()
    }
    const { page: next, status } = await hooks.resolve(state, { signal, admitted })
    clearTimeout(timer)
    if (next.type === 'aborted' || signal.aborted) return left(visit)
    if (status !== null) visit.replace(withAnchor(next.state, next.anchor))
    await visit.commit()
    if (signal.aborted) return left(visit)
    const outcome = await show(visit, next, status === null ? visit.anchor : null)
    left(visit)
    return outcome === 'done' && status !== null ? 'redirected' : outcome
  }

  function left(visit: Visit): NavigationOutcome {
    if (loading === visit) {
      loading = null
      outlet.ariaBusy = null
    }
    return 'superseded'
  }

  async function showPending(visit: Visit, state: string): Promise<void> {
    outlet.ariaBusy = 'true'
    // Few pages are so late that it is needed.
    const waiting = await import('./pending-page.ts')
      .then(({ pendingPage }) => pendingPage(table, state, page))
      .catch(() => null)
    if (waiting && loading === visit && !visit.signal.aborted) outlet.page = waiting
  }

  // The one place that shows a page.
  async function show(
    visit: Visit,
    next: Page,
    fragment: string | null,
  ): Promise<NavigationOutcome> {
    const { signal } = visit
    const anchor = next.anchor ?? fragment
    const focused = document.activeElement
    const moved = visit.type !== 'replace' || !page || !sameRoute(page, next)
    try {
      await hooks.paint(async () => {
        if (signal.aborted) return
        page = next
        shown = withAnchor(next.state, anchor)
        address = history?.read()
        outlet.page = next
        around?.show(next.head, at.url(next.state) ?? document.URL, document.URL.includes('#'))
        await outlet.updateComplete
      }, visit)
    } catch (error) {
      if (signal.aborted) return 'superseded'
      if (next.type !== 'failure') return show(visit, await table.fail(next.state, error), null)
      if (next.levels.length === 0) return 'failed'
      // The view for failures has failed too: the outlet says it in its own words.
      return show(visit, { ...next, levels: [] }, null)
    }
    await settled(outlet, signal)
    if (signal.aborted) return 'superseded'
    around?.arrive(outlet, visit, anchor, { focused, moved })
    tellAll(listeners, next, onError)
    if (next.error !== undefined) onError(next.error, next)
    return next.type === 'failure' ? 'failed' : 'done'
  }

  function connect(one: History): Promise<NavigationOutcome> {
    let first: Promise<NavigationOutcome> | undefined
    if (!stopped) {
      history = one
      unlisten = one.listen({
        holds: (state) => hooks.leave !== null || isGuarded(table, state),
        visit(visit) {
          const outcome = begin(visit)
          first ??= outcome
          return outcome
        },
      })
    }
    return first ?? Promise.resolve('superseded')
  }

  const unpark = resumeParked(
    () => loading,
    () => history,
  )
  const ready = given instanceof Promise ? given.then(connect) : connect(given)

  async function go(state: string, options: NavigateOptions): Promise<NavigationOutcome> {
    checkHistoryState(options.historyState, state)
    const one = history ?? (await given)
    const unseen = loading !== null && loading.type !== 'traverse' && one.read() !== address
    return one.go(state, { ...options, replace: options.replace ?? unseen })
  }

  // A link is read as the document would, so that what leads out of it is refused.
  function stateOf(href: string): string {
    const place = at.read(new URL(href, document.URL).href)
    if (place?.state != null) return place.state
    throw fault('HB015', [href], RangeError)
  }

  const router: Router<T> = {
    table: typed,
    get page() {
      return page
    },
    get pending() {
      return loading?.state ?? null
    },
    get historyState() {
      return history?.historyState
    },
    ready,
    async navigate(to: string, ...args: unknown[]) {
      const [params, how = {}] = args as [object?, NavigateOptions?]
      return table.all.has(to)
        ? go(table.state(to, params as never, how as never), how)
        : go(stateOf(to), params ?? {})
    },
    reload() {
      reloading = true
      return go(shown, { replace: true, historyState: history?.historyState })
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop() {
      stopped = true
      unlisten()
      unpark()
      releaseOutlet(outlet)
      outlet.page = null
      outlet.ariaBusy = null
      around?.restore()
    },
  }
  setHooks(router, hooks)
  return router
}
