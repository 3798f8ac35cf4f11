// Expected results of a guard or loader other than data: returned, not thrown.

import { fault } from './diagnostics.ts'

/**
 * The key of an outcome's kind. A symbol, so that no app data looks like an outcome. The same in
 * all copies of this module: the app and the server may have their own.
 */
export const OUTCOME: unique symbol = Symbol.for('hashbang-outcome') as never

/** A redirect to another route of the table, or to a link `#!…` of it. */
export interface Redirect {
  readonly [OUTCOME]: 'redirect'
  readonly to: string
  readonly params: object
  readonly options: {
    readonly search?: object
    readonly anchor?: string
    readonly status?: 301 | 302
  }
}

/** Stands in for a missing page. */
export interface Missing {
  readonly [OUTCOME]: 'not-found' | 'gone' | 'failure'
  readonly status: number
  readonly title: string
  /** Passed to the view that stands in. */
  readonly data?: unknown
  readonly error?: unknown
}

/** What a guard or a loader may return in the place of data. */
export type Outcome = Redirect | Missing

/**
 * Sends the reader to another state.
 *
 * @param to The name of a route of the same table, or a link that begins with `#!`.
 * @param options `status`: 301 (default) for good, 302 for now, as a guard that sends to a log-in.
 */
export const redirect = (
  to: string,
  params: object = {},
  options: Redirect['options'] = {},
): Redirect => ({ [OUTCOME]: 'redirect', to, params, options })

/**
 * Says that there is nothing under this state: status 404 and the `notFound` view.
 *
 * @param data For that view, such as a suggestion.
 */
export const notFound = (data?: unknown): Missing => ({
  [OUTCOME]: 'not-found',
  status: 404,
  title: 'Not found',
  data,
})

/** Says that a page is gone for good: status 410. `data` as for `notFound`. */
export const gone = (data?: unknown): Missing => ({
  [OUTCOME]: 'gone',
  status: 410,
  title: 'Gone',
  data,
})

/** Converts an error to a value. Only `resolve` calls it. @param name Its route. */
export const failed = (error: unknown, name?: string): Missing => ({
  [OUTCOME]: 'failure',
  status: 500,
  title: 'Something went wrong',
  // Even an undefined error must reach the log, and its place with it.
  error: Object(error) === error ? error : fault('HB010', [name, error], Error),
})

export const outcomeOf = (value: unknown): Outcome | undefined =>
  value instanceof Object && OUTCOME in value ? (value as Outcome) : undefined
