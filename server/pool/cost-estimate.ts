// What a worker's next answer will cost, by what the last ones did. In: the time that the worker has been busy, at each
// answer. Out: ms of work for one more. Time in which it waits for loaders is none of its cost: others use it.

/** How much the last answer counts for what the next will cost; at first they cost nothing. */
const LAST = 0.1

/** A page that costs far more than those before, such as the first of its view, is no measure. */
const MOST = 4
const LEAST = 5

/** An estimate that learns. */
export interface CostEstimate {
  /** In ms. */
  readonly each: number
  /** Takes the busy time, in ms, up to an answer. */
  learn(busy: number): void
  /** Begins at a busy time, in ms. */
  begin(busy: number): void
}

/** Makes an estimate that knows nothing. */
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
