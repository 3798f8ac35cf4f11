// Estimates the work of a worker's next job, in ms, from its busy time at each answer. Time waiting
// for loaders does not count: other jobs use it.

/** Weight of the last answer; the estimate starts at 0. */
const LAST = 0.1

/** Limits an unusually expensive page, such as the first of its view, to this multiple. */
const MOST = 4
const LEAST = 5

export interface CostEstimate {
  /** In ms. */
  readonly each: number
  /** Takes the total busy time at an answer, in ms. */
  learn(busy: number): void
  /** Starts from a busy time, in ms. */
  begin(busy: number): void
}

export function createCostEstimate(): CostEstimate {
  let each = 0
  let before = 0
  return {
    get each() {
      return each
    },
    learn(busy) {
      each += LAST * (Math.min(busy - before, MOST * each + LEAST) - each)
      before = busy
    },
    begin(busy) {
      before = busy
    },
  }
}
