// The types of a started router.

import type { Page } from '../resolution.ts'
import type { Routes } from '../route.ts'
import type { HrefArgs, InputOf, ParamsOf, RouteNames, Table } from '../table.ts'
import type { Upgrade } from './history/address.ts'
import type { History, NavigationOutcome } from './history/history.ts'
import type { HashbangOutlet } from './outlet.ts'

/** How to navigate, besides where to. */
export interface NavigateOptions {
  /** Replaces the current history entry. Default: true while another navigation is loading. */
  readonly replace?: boolean
  /** Kept with the entry of the history; must be cloneable. Read it as `router.historyState`. */
  readonly historyState?: unknown
}

/** The arguments of `navigate` after a route's name. */
export type NavigateArgs<A extends unknown[]> = {
  [K in keyof A]: K extends '1' ? A[K] & NavigateOptions : A[K]
}

/** A started router. */
export interface Router<T extends Routes = Routes> {
  readonly table: Table<T>
  /** The page that is shown; null until the first is. */
  readonly page: Page | null
  /** The state that is being loaded, or null. */
  readonly pending: string | null
  /** What `navigate` was given to keep with the current entry of the history. */
  readonly historyState: unknown
  /** Settles when the first page is shown. */
  readonly ready: Promise<NavigationOutcome>
  /**
   * Goes to a route of the table. Resolves once the page is shown.
   *
   * Rejects with a `RangeError` where `href` throws one, and never for what a page does.
   */
  navigate<N extends RouteNames<T>['name']>(
    name: N,
    ...args: NavigateArgs<HrefArgs<ParamsOf<T, N>, InputOf<T, N>>>
  ): Promise<NavigationOutcome>
  /** Goes to a link. Rejects with a `RangeError` when it is no state of this page. */
  navigate(
    href: `#!${string}` | `/${string}`,
    options?: NavigateOptions,
  ): Promise<NavigationOutcome>
  /** Loads the current state anew and shows what it has become. */
  reload(): Promise<NavigationOutcome>
  /**
   * Calls back after every page that is shown, until the returned function is called. Address and
   * title are then those of the page. Not for an id within the shown page.
   */
  subscribe(listener: (page: Page) => void): () => void
  /** Stops listening, empties the outlet and puts the head back. */
  stop(): void
}

/** Any started router, whatever its routes. */
export type AnyRouter = Omit<Router, 'table' | 'navigate'>

/** The options of `start`: settings, and a context where the routes ask for one. */
export type StartOptions<Context = unknown> = StartSettings &
  (unknown extends Context
    ? { readonly context?: Context }
    : {
        /** The argument for guards and loaders. */
        readonly context: Context
      })

/** The arguments of `start` after the table: none if no route uses a context. */
export type StartArgs<Context> = unknown extends Context
  ? [options?: StartOptions<Context>]
  : [options: StartOptions<Context>]

/** How to start a router. */
export interface StartSettings {
  /** Default: the first `<hashbang-outlet>` of the document. */
  readonly outlet?: HashbangOutlet
  /** Default: the browser's. */
  readonly history?: History
  /** After how many ms of loading the `pending` view is shown. Default: 200. */
  readonly pendingMs?: number
  /** Reads URLs in a spelling that the app has left, and rewrites them. Default: none. */
  readonly upgrade?: Upgrade
  /** Told of what guards, loaders, views and subscribers throw. Default: `reportError`. */
  readonly onError?: (error: unknown, page: Page) => void
}
