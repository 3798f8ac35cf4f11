/**
 * Plain values that leave the process of a window, or go into it: types for the door, and for
 * processes that have no DOM. The published package contains this file.
 */

/** Language and time zone of all pages. */
export interface Region {
  /** A BCP 47 language tag, such as `en-US`. */
  readonly locale: string
  /** An IANA name, such as `Europe/Berlin`. */
  readonly timeZone: string
}

export interface Redirect {
  readonly type: 'redirect'
  readonly status: 301 | 302
  readonly state?: string | undefined
  readonly location: string
}

/** All times are in ms. */
export interface Waited {
  readonly what: string
  readonly count: number
  /** Since the log began. */
  readonly from: number
  /** Until the last part ended; undefined: never. */
  readonly time: number | undefined
}

export interface PageTrace {
  readonly waited: readonly Waited[]
  /** Timers skipped by the page's clock, and their total ms. */
  readonly timers: { readonly count: number; readonly time: number }
  readonly tried: readonly string[]
}

export interface Traced {
  readonly trace?: PageTrace | undefined
}
