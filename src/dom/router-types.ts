// The types of a started router and of its options.

import type { Page } from '../page.ts'
import type { Routes } from '../route.ts'
import type { HrefArgs, InputOf, ParamsOf, RouteNames, Table } from '../table.ts'
import type { Upgrade } from './history/address.ts'
import type { History, NavigationOutcome } from './history/history.ts'
import type { HashbangOutlet } from './outlet.ts'

/** Options of a navigation. */
export interface NavigateOptions {
  /** Replaces the current history entry. Default: true while another page loads. */
  readonly replace?: boolean
  /** Stored with the history entry, for `router.historyState`. Must be cloneable. */
  readonly historyState?: unknown
}

/** The arguments of `navigate` after a route's name. */
export type NavigateArgs<A extends unknown[]> = {
  [K in keyof A]: K extends '1' ? A[K] & NavigateOptions : A[K]
}

/** A started router. */
export interface Router<T extends Routes = Routes> {
  readonly table: Table<T>
  /** The shown page; null before the first one. */
  readonly page: Page | null
  /** The state that loads, or null. */
  readonly pending: string | null
  /** The `historyState` of the current history entry. */
  readonly historyState: unknown
  /** Settles when the first page is shown. */
  readonly ready: Promise<NavigationOutcome>
  /**
   * Goes to a route. Resolves once the page is shown. Rejects only where `href` throws a
   * `RangeError`.
   */
  navigate<N extends RouteNames<T>['name']>(
    name: N,
    ...args: NavigateArgs<HrefArgs<ParamsOf<T, N>, InputOf<T, N>>>
  ): Promise<NavigationOutcome>
  /** Goes to a link. Rejects with a `RangeError` if it is no state of this page. */
  navigate(
    href: `#!${string}` | `/${string}`,
    options?: NavigateOptions,
  ): Promise<NavigationOutcome>
  /** Loads and shows the current state again. */
  reload(): Promise<NavigationOutcome>
  /**
   * Calls `listener` after every shown page, when its address and title are set, until you call
   * the returned function. Not for an id within the shown page.
   */
  subscribe(listener: (page: Page) => void): () => void
  /** Stops the router, empties the outlet and restores the head. */
  stop(): void
}

/** A started router of any table. */
export type AnyRouter = Omit<Router, 'table' | 'navigate'>

/** The options of `start`, with a context if the routes need one. */
export type StartOptions<Context = unknown> = StartSettings &
  (unknown extends Context
    ? { readonly context?: Context }
    : {
        /** The argument for guards and loaders. */
        readonly context: Context
      })

/** The arguments of `start` after the table. */
export type StartArgs<Context> = unknown extends Context
  ? [options?: StartOptions<Context>]
  : [options: StartOptions<Context>]

/** Settings of a router. */
export interface StartSettings {
  /** Default: the first `<hashbang-outlet>` of the document. */
  readonly outlet?: HashbangOutlet
  /** Default: the browser's. */
  readonly history?: History
  /** ms of loading before the `pending` view appears. Default: 200. */
  readonly pendingMs?: number
  /** Reads URLs in an older spelling, which the router rewrites. Default: none. */
  readonly upgrade?: Upgrade
  /** Receives errors of guards, loaders, views and subscribers. Default: `reportError`. */
  readonly onError?: (error: unknown, page: Page) => void
}
