// The types of a resolved state: its page, a redirect, or neither.

import type { Head } from './head.ts'
import type { View } from './view.ts'

/** What `resolve` hands on to guards and loaders. */
export interface ResolveOptions<Context = unknown> {
  readonly context: Context
  readonly signal: AbortSignal
  /** Default: the platform's `fetch`. */
  readonly fetch?: typeof fetch
  /** Called once the guards of a state have passed. */
  readonly admitted?: (state: string) => void
  /** Gives the page that was loaded ahead for a canonical state. */
  readonly ahead?: (state: string) => Promise<Page | null>
  /** The data that the loaders of a state returned on the server. */
  readonly sent?: SentData | undefined
}

/** The data of a canonical state's loaders, by the names of their routes. */
export interface SentData {
  readonly state: string
  readonly data: Readonly<Record<string, unknown>>
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
  /** Outermost first; outer routes without a view are left out. Empty: nothing to show. */
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

/** Aborted before there was a page, by another navigation or the deadline. */
export interface Aborted {
  readonly type: 'aborted'
}

/** What a state resolves to. */
export type Resolution = Page | Redirected | Aborted
