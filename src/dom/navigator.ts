// Starts a router: its visits come from the history, and its stage shows their pages. The last
// navigation wins: each has a signal, checked before anything is shown.

import { fault } from '../diagnostics.ts'
import type { Page } from '../resolution.ts'
import type { Routes } from '../route.ts'
import type { Table } from '../table.ts'
import type { ContextOf } from '../table-types.ts'
import { openHistory } from './browser-history.ts'
import { claimOutlet, releaseOutlet } from './claim.ts'
import { surroundings } from './focus-and-announce.ts'
import { isGuarded } from './guarded.ts'
import { addresses } from './history/address.ts'
import type { History, NavigationOutcome } from './history/types.ts'
import { checkHistoryState } from './history-state.ts'
import { createHooks, setHooks } from './hooks.ts'
import { tellAll } from './listeners.ts'
import { resumeParked } from './parked.ts'
import type { NavigateOptions, Router, StartArgs, StartOptions } from './router.ts'
import { visitScheme } from './visit-scheme.ts'
import { Visits } from './visits.ts'

/**
 * Starts routing the document by a table.
 *
 * @throws {TypeError} When there is no `<hashbang-outlet>`, or another router shows its pages in
 * it.
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
  const hooks = createHooks(table, scheme, context)
  const around = options.history?.embedded ? null : surroundings(document)
  const given = openHistory(outlet, hooks, options)
  let history: History | undefined
  let stopped = false
  let unlisten = () => {}
  const visits = new Visits(
    outlet,
    hooks,
    at,
    around,
    pendingMs,
    () => (stopped ? null : history),
    (page) => tellAll(listeners, page, onError),
  )

  function connect(one: History): Promise<NavigationOutcome> {
    let first: Promise<NavigationOutcome> | undefined
    if (!stopped) {
      history = one
      unlisten = one.listen({
        holds: (state) => hooks.leave !== null || isGuarded(table, state),
        visit(visit) {
          const outcome = visits.visit(visit)
          first ??= outcome
          return outcome
        },
      })
    }
    return first ?? Promise.resolve('superseded')
  }

  const unpark = resumeParked(
    () => visits.pending,
    () => history,
  )
  const ready = given instanceof Promise ? given.then(connect) : connect(given)

  async function go(state: string, options: NavigateOptions): Promise<NavigationOutcome> {
    checkHistoryState(options.historyState, state)
    const one = history ?? (await given)
    const { pending: loading } = visits
    const unseen = loading !== null && loading.type !== 'traverse' && one.read() !== visits.url
    return one.go(state, { ...options, replace: options.replace ?? unseen })
  }

  const router: Router<T> = {
    table: typed,
    get page() {
      return visits.page
    },
    get pending() {
      return visits.pending?.state ?? null
    },
    get historyState() {
      return history?.historyState
    },
    ready,
    async navigate(to: string, ...args: unknown[]) {
      const [params, how = {}] = args as [object?, NavigateOptions?]
      if (table.all.has(to)) return go(table.state(to, params as never, how as never), how)
      // Resolves the link as the document would, so that links out of it are refused.
      const place = at.read(new URL(to, document.URL).href)
      if (place?.state == null) throw fault('HB015', [to, [...table.all.keys()]], RangeError)
      return go(place.state, params ?? {})
    },
    reload() {
      visits.reload = true
      return go(visits.state, { replace: true, historyState: history?.historyState })
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
