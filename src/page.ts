// The types of a resolved state: its page, a redirect, or neither.

import type { Head } from './head.ts'
import type { View } from './view.ts'

/** Options of `resolve`, for guards and loaders. */
export interface ResolveOptions<Context = unknown> {
  readonly context: Context
  readonly signal: AbortSignal
  /** Default: the platform's `fetch`. */
  readonly fetch?: typeof fetch
  /** Called once the guards of a state have passed. */
  readonly admitted?: (state: string) => void
  /** Returns the preloaded page of a canonical state. */
  readonly ahead?: (state: string) => Promise<Page | null>
  /** The data that the server's loaders returned. */
  readonly sent?: SentData | undefined
}

/** The server's data of a canonical state's loaders, by route. */
export interface SentData {
  readonly state: string
  readonly data: Readonly<Record<string, unknown>>
}

/** One level of a page: a route between the outermost layout and the page's own route. */
export interface Level {
  /** The route's full name; `not-found`, `gone` or `failure` for the view of an error. */
  readonly name: string
  readonly params: object
  readonly search: object
  readonly data: unknown
  readonly view: View | undefined
}

/** The page of a state. */
export interface Page {
  readonly type: 'page' | 'not-found' | 'gone' | 'failure'
  /** HTTP status: 200 or the route's; 404, 410, 500. */
  readonly status: number
  /** The canonical text after `#!`. */
  readonly state: string
  /** The id in the state, or null. */
  readonly anchor: string | null
  /** Outermost first, without outer routes that have no view. */
  readonly levels: readonly Level[]
  readonly head: Head
  /** ms for which the server may cache the page. Default: the server's. */
  readonly maxAge?: number | undefined
  /** Thrown by a guard, loader or import; for the log, never shown. */
  readonly error?: unknown
}

/** The redirect of a state. */
export interface Redirected {
  readonly type: 'redirect'
  readonly status: 301 | 302
  /** The canonical target. */
  readonly state: string
}

/** Aborted before there was a page, by another navigation or the deadline. */
export interface Aborted {
  readonly type: 'aborted'
}

/** The result of `resolve`. */
export type Resolution = Page | Redirected | Aborted
