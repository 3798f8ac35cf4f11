// How a page came to be, as its worker tells it where a job asks for that: plain values only.

/** Work that a page has waited for. Times in ms. */
export interface Waited {
  /** In words, such as `the loader of "word"`. */
  readonly what: string
  readonly count: number
  /** After the job began. */
  readonly from: number
  /** Until the last of it had ended; undefined: some never did. */
  readonly time: number | undefined
}

/** How a page came to be, for tools. */
export interface PageTrace {
  readonly waited: readonly Waited[]
  /** Timers that it did not have to wait for, as its clock went ahead, by so many ms in all. */
  readonly timers: { readonly count: number; readonly time: number }
  /** What it tried that does nothing while a snapshot is made. */
  readonly tried: readonly string[]
}

/** An answer that may say how its page came to be. */
export interface Traced {
  /** Where the job asks for it. */
  readonly trace?: PageTrace | undefined
}
