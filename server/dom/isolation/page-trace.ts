// Records how a worker made a page, as plain values, if the job wants it.

/** ms. */
export interface Waited {
  readonly what: string
  readonly count: number
  /** Since the start of the job. */
  readonly from: number
  /** Until the last part ended; undefined: never. */
  readonly time: number | undefined
}

export interface PageTrace {
  readonly waited: readonly Waited[]
  /** Timers skipped by the page's clock, and their total ms. */
  readonly timers: { readonly count: number; readonly time: number }
  /** APIs used that do nothing in a snapshot. */
  readonly tried: readonly string[]
}

export interface Traced {
  readonly trace?: PageTrace | undefined
}
