// Adopted pages that load themselves anew. In: a pool of workers, each of which loads one page. Out: one that has another worker load such a
// page again, with what it has kept, and gives what comes of that. When there is no end of it is for the workers to say.

import { andThen, type MaybePromise } from '../http/maybe-promise.ts'
import type { Pool } from '../pool/pool.ts'
import type { Answer, Order, Refusal } from '../pool/protocol.ts'

/** Puts reloading before a pool. */
export function reloadingPool(pool: Pool): Pool {
  const render = (order: Order): MaybePromise<Answer | Refusal> =>
    andThen(pool.render(order), (answer) =>
      answer.type === 'crashed' && 'again' in answer && answer.again
        ? render({ ...order, kept: answer.again })
        : answer,
    )
  return {
    render,
    get waiting() {
      return pool.waiting
    },
    get ready() {
      return pool.ready
    },
    close: () => pool.close(),
  }
}
