// Outcomes: results of a guard or loader other than data. Returned, not thrown.

import { fault } from './diagnostics.ts'

/** A symbol, so that no data looks like an outcome; global, for other copies of the package. */
export const OUTCOME: unique symbol = Symbol.for('hashbang-outcome') as never

/** A redirect to a route or a link of the same table. */
export interface RedirectOutcome {
  readonly [OUTCOME]: 'redirect'
  readonly to: string
  readonly params: object
  readonly options: {
    readonly search?: object
    readonly anchor?: string
    readonly status?: 301 | 302
  }
}

/** The outcome of a missing or failed page. */
export interface MissingOutcome {
  readonly [OUTCOME]: 'not-found' | 'gone' | 'failure'
  readonly status: number
  readonly title: string
  /** For the view of the error. */
  readonly data?: unknown
  readonly error?: unknown
}

/** A guard or loader may return it in place of data. */
export type Outcome = RedirectOutcome | MissingOutcome

/**
 * Redirects to another state.
 *
 * @param to The name of a route of the same table, or a link that begins with `#!`.
 * @param options `status`: 301 (default) for good; 302 for now, such as to a log-in.
 */
export const redirect = (
  to: string,
  params: object = {},
  options: RedirectOutcome['options'] = {},
): RedirectOutcome => ({ [OUTCOME]: 'redirect', to, params, options })

/**
 * The state has no page: status 404 and the `notFound` view.
 *
 * @param data For that view, such as a suggestion.
 */
export const notFound = (data?: unknown): MissingOutcome => ({
  [OUTCOME]: 'not-found',
  status: 404,
  title: 'Not found',
  data,
})

/** The page is gone for good: status 410. `data` as for `notFound`. */
export const gone = (data?: unknown): MissingOutcome => ({
  [OUTCOME]: 'gone',
  status: 410,
  title: 'Gone',
  data,
})

/** Converts an error to a value. @param name Its route. */
export const failureOutcome = (error: unknown, name?: string): MissingOutcome => ({
  [OUTCOME]: 'failure',
  status: 500,
  title: 'Something went wrong',
  // Even an undefined error must reach the log, with its route; and a thrown outcome has no stack.
  error:
    Object(error) === error && !outcomeOf(error) ? error : fault('HB010', [name, error], Error),
})

export const outcomeOf = (value: unknown): Outcome | undefined =>
  value instanceof Object && OUTCOME in value ? (value as Outcome) : undefined
