// Answers of the build before while those of this one are made. In: a page that the build before has kept; what makes one of this
// build. Out: the answer, which nobody is to keep; and a bound for how much is made behind such answers.

import type { MaybePromise } from '../http/maybe-promise.ts'
import type { Served } from './cached-response.ts'
import type { Stored } from './tier.ts'

/** Gives a page of the build before. */
export const servePrevious = ({ entry, maxAge, age }: Stored): Served => ({
  ...{ entry, maxAge, age },
  kind: 'page',
  source: 'previous',
  provisional: false,
})

/** What is made behind answers. */
export interface Behind {
  /** Whether nothing more is to be begun now: who asks again begins it. */
  readonly isFull: boolean
  run<T>(work: () => MaybePromise<T>): Promise<T>
}

/** So many pages are made at a time behind answers: others who ask have the queue, too. */
const MOST = 32

/** Counts them. */
export function createBehind(): Behind {
  let count = 0
  return {
    get isFull() {
      return count >= MOST
    },
    async run(work) {
      count += 1
      try {
        return await work()
      } finally {
        count -= 1
      }
    },
  }
}
