// Starts a router: a history reports visits, and `Visits` shows their pages.

import type { StateOptions } from '../build-state.ts'
import { fault, REFUSE_START } from '../diagnostics.ts'
import type { NamedValues } from '../read-match.ts'
import type { Routes } from '../route.ts'
import type { Scheme } from '../scheme.ts'
import type { AnyTable, ContextOf, Table } from '../table.ts'
import { surroundings } from './focus-and-announce.ts'
import { addressesOf, isReadable, type Upgrade, visitScheme } from './history/address.ts'
import type { History, NavigationOutcome } from './history/history.ts'
import { navigationHistory } from './history/navigation-api.ts'
import { createHooks, type Hooks, setHooks } from './hooks.ts'
import type { HashbangOutlet } from './outlet.ts'
import type { NavigateOptions, Router, StartArgs, StartOptions } from './router-types.ts'
import { Visits } from './visits.ts'

const taken = new WeakSet<HashbangOutlet>()

/**
 * Starts the router: it shows the page of the current state in the outlet, and follows links.
 *
 * @param typed The route table.
 * @param args The options. If your routes need a context, they must have it.
 * @throws {TypeError} When there is no `<hashbang-outlet>`, or it has a router.
 */
export function start<T extends Routes>(
  typed: Table<T>,
  ...args: StartArgs<ContextOf<T>>
): Router<T> {
  const options: StartOptions = args[0] ?? {}
  const table = typed as unknown as AnyTable
  if (!table?.all) throw fault('HB011', [typed])
  const outlet = claimOutlet(options.outlet)
  const { context, pendingMs = 200, onError = reportError } = options
  const scheme = visitScheme(table)
  const hooks = createHooks(table, scheme, context)
  const addresses = addressesOf(scheme)
  const around = options.history?.embedded ? null : surroundings(document)
  const opened = openHistory(outlet, hooks, options)
  const visits = new Visits({ outlet, hooks, at: addresses, around, pendingMs, onError })
  const connect = (history: History) => visits.connect(history)

  async function go(state: string, options: NavigateOptions): Promise<NavigationOutcome> {
    checkHistoryState(options.historyState, state)
    return visits.go(visits.history ?? (await opened), state, options)
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
      return visits.history?.historyState
    },
    ready: opened instanceof Promise ? opened.then(connect) : connect(opened),
    async navigate(to: string, ...args: unknown[]) {
      const [params, how = {}] = args as [NamedValues?, (NavigateOptions & StateOptions)?]
      if (table.all.has(to)) return go(table.state(to, params, how), how)
      // As the document resolves it, so that links out of it are refused.
      const address = addresses.read(new URL(to, document.URL).href)
      if (address?.state == null) throw fault('HB015', [to, [...table.all.keys()]], RangeError)
      return go(address.state, params ?? {})
    },
    reload() {
      visits.reload = true
      return go(visits.state, { replace: true, historyState: visits.history?.historyState })
    },
    subscribe(listener) {
      visits.listeners.add(listener)
      return () => visits.listeners.delete(listener)
    },
    stop() {
      visits.stop()
      taken.delete(outlet)
    },
  }
  setHooks(router, hooks)
  return router
}

/** Claims an outlet: a second router would overwrite the first one's pages. */
function claimOutlet(chosen?: HashbangOutlet): HashbangOutlet {
  if (!chosen) (globalThis as { [REFUSE_START]?: () => never })[REFUSE_START]?.()
  const outlet = chosen ?? document.querySelector('hashbang-outlet')
  if (outlet === null) throw fault('HB012', [])
  if (taken.has(outlet)) throw fault('HB013', [])
  taken.add(outlet)
  return outlet
}

/** A sandboxed frame has `navigation`, but no entries or events. */
const browserHistory = (scheme: Scheme, upgrade?: Upgrade): History | Promise<History> =>
  window.navigation?.currentEntry
    ? navigationHistory(scheme, upgrade)
    : import('./history/hash-events.ts').then(({ hashHistory }) => hashHistory(scheme, upgrade))

/** Opens the given history or the browser's, once the server's content can be taken over. */
function openHistory(
  outlet: HashbangOutlet,
  hooks: Hooks,
  { history, upgrade }: Pick<StartOptions<never>, 'history' | 'upgrade'>,
): History | Promise<History> {
  const { scheme } = hooks
  const opened = history ?? browserHistory(scheme, upgrade)
  if (!outlet.firstElementChild && !isReadable(scheme)) return opened
  return import('./take-over.ts')
    .then(({ takeOver }) => takeOver(outlet, hooks))
    .then(
      () => opened,
      () => opened,
    )
}

/** Each history would fail differently, some silently. */
function checkHistoryState(historyState: unknown, state: string): void {
  try {
    structuredClone(historyState)
  } catch (cause) {
    throw fault('HB014', [state, cause])
  }
}
