// From navigations to shown pages: match and load by the table, mount in the outlet, say it in the head.
// In: visits from a history. Out: what the reader sees. The last navigation wins: each has its own
// signal, which is checked before anything is shown.

import { follow } from '../follow.ts'
import type { ContextOf } from '../names.ts'
import type { Page } from '../page.ts'
import type { Routes } from '../route.ts'
import type { Table } from '../routes.ts'
import type { Scheme } from '../scheme.ts'
import { addresses, type Upgrade } from './address.ts'
import { anchorOf, showAnchor, withAnchor } from './anchor.ts'
import { announcer, arrive } from './arrival.ts'
import { documentHead } from './head.ts'
import type { History, NavigationOutcome, Visit } from './history.ts'
import { type Hooks, setHooks } from './hooks.ts'
import { navigationHistory } from './navigation.ts'
import type { HashbangOutlet } from './outlet.ts'
import type { NavigateOptions, Router, StartOptions } from './router.ts'

/** For how many ms views may hold the end of a navigation by `settled`. */
const SETTLE_MS = 3000

/**
 * Starts routing the document by a table.
 *
 * @throws {TypeError} When the document has no `<hashbang-outlet>` and none is given.
 */
export function start<T extends Routes>(
  typed: Table<T>,
  options: StartOptions<ContextOf<T>>,
): Router<T> {
  const table = typed as unknown as Table
  const outlet = options.outlet ?? findOutlet()
  const { context, pendingMs = 200, onError = reportError } = options
  const at = addresses(window, table.scheme)
  const head = documentHead(document)
  const voice = announcer(document)
  const listeners = new Set<(page: Page) => void>()
  const hooks: Hooks = {
    table,
    resolve: (state, given) => follow(table, state, { context: context as never, ...given }),
    leave: null,
    paint: (update) => update(),
  }
  let page: Page | null = null
  // The state that `page` was come to by, with its anchor, as the URL has it.
  let shown = ''
  let loading: Visit | null = null
  let reloading = false
  let unlisten = () => {}

  async function visit(visit: Visit): Promise<NavigationOutcome> {
    const { state, signal } = visit
    const anchor = visit.anchor ?? anchorOf(state)
    const again = reloading
    reloading = false
    if (!again && page && outlet.page === page && isJump(state, anchor)) {
      shown = withAnchor(state, anchor)
      page = { ...page, anchor }
      outlet.page = page
      if (visit.type === 'traverse' || anchor === null) visit.scroll()
      else showAnchor(anchor)
      return 'done'
    }
    if (hooks.leave && visit.type !== 'load' && !(await hooks.leave(state))) {
      if (signal.aborted) return 'superseded'
      visit.cancel()
      return 'blocked'
    }
    loading = visit
    const timer = setTimeout(() => void showPending(visit), pendingMs)
    const admitted = () => void visit.commit()
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

  // The same state but for its anchor is no other page; the same state altogether is asked for anew.
  const isJump = (state: string, anchor: string | null): boolean =>
    withAnchor(state, null) === withAnchor(shown, null) &&
    (anchor !== null || anchorOf(shown) !== null)

  async function showPending(visit: Visit): Promise<void> {
    outlet.ariaBusy = 'true'
    // Few pages are so late that it is needed.
    const waiting = await import('./pending.ts')
      .then(({ pendingPage }) => pendingPage(table, visit.state, page))
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
        outlet.page = next
        head.show(next.head, at.url(next.state) ?? document.URL, document.URL.includes('#'))
        await outlet.updateComplete
      }, visit)
    } catch (error) {
      if (signal.aborted) return 'superseded'
      if (next.type !== 'failure') return show(visit, await table.fail(next.state, error), null)
      if (next.levels.length === 0) return 'failed'
      // The view for failures has failed too: the outlet says it in its own words.
      return show(visit, { ...next, levels: [] }, null)
    }
    await settled(signal)
    if (signal.aborted) return 'superseded'
    if (visit.type !== 'load' && moved) voice.say(document.title)
    arrive(outlet, visit, anchor, { focused, moved })
    for (const listener of listeners) listener(next)
    if (next.error !== undefined) onError(next.error, next)
    return next.type === 'failure' ? 'failed' : 'done'
  }

  async function settled(signal: AbortSignal): Promise<unknown> {
    const pending = outlet.takePending()
    if (pending.length === 0) return
    const end = AbortSignal.any([signal, AbortSignal.timeout(SETTLE_MS)])
    return Promise.race([
      Promise.allSettled(pending),
      new Promise((resolve) => end.addEventListener('abort', resolve)),
    ])
  }

  const guarded = (state: string) =>
    table.all.get(table.match(state)?.name ?? '')?.chain.some(({ options }) => options.guard) ??
    false

  function listen(history: History): Promise<NavigationOutcome> {
    let first: Promise<NavigationOutcome> | undefined
    unlisten = history.listen({
      holds: (state) => hooks.leave !== null || guarded(state),
      visit(one) {
        const outcome = visit(one)
        first ??= outcome
        return outcome
      },
    })
    return first ?? Promise.resolve('superseded')
  }

  const given = options.history ?? browserHistory(table.scheme, options.upgrade)
  let history: History | undefined
  let stopped = false
  const connect = (one: History): Promise<NavigationOutcome> => {
    if (stopped) return Promise.resolve('superseded')
    history = one
    return listen(one)
  }
  const ready = given instanceof Promise ? given.then(connect) : connect(given)

  async function go(state: string, options: NavigateOptions): Promise<NavigationOutcome> {
    const replace = options.replace ?? (loading !== null && loading.type !== 'traverse')
    return (history ?? (await given)).go(state, { ...options, replace })
  }

  // A link is read as the document would, so that what leads out of it is refused.
  function stateOf(href: string): string {
    const place = at.read(new URL(href, document.URL).href)
    if (place?.state != null) return place.state
    throw new RangeError(
      `Cannot navigate to "${href}": it is neither the name of a route nor a link to a state of this page`,
    )
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
      outlet.page = null
      outlet.ariaBusy = null
      head.restore()
      voice.remove()
      listeners.clear()
    },
  }
  setHooks(router, hooks)
  return router
}

const sameRoute = (one: Page, other: Page): boolean => {
  const [a, b] = [one.levels.at(-1), other.levels.at(-1)]
  return a?.name === b?.name && JSON.stringify(a?.params) === JSON.stringify(b?.params)
}

// A sandboxed frame has `navigation`, but no entries in it and no events.
const browserHistory = (scheme: Scheme, upgrade?: Upgrade): History | Promise<History> =>
  window.navigation?.currentEntry
    ? navigationHistory(window, scheme, upgrade)
    : import('./fallback.ts').then(({ hashHistory }) => hashHistory(window, scheme, upgrade))

function findOutlet(): HashbangOutlet {
  const outlet = document.querySelector('hashbang-outlet')
  if (outlet !== null) return outlet
  throw new TypeError('Cannot start the router: the document has no <hashbang-outlet>')
}
