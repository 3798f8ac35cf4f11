// Wraps a pool for adopted pages that reload themselves: another worker loads the page again with
// its kept state. The workers decide when a loop is endless.

import { andThen, type MaybePromise } from '../../http/maybe-promise.ts'
import type { Pool } from '../../snapshot/pool/pool.ts'
import type { Answer, Order, Refusal } from '../../snapshot/pool/protocol.ts'

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
    get isFull() {
      return pool.isFull
    },
    close: () => pool.close(),
  }
}
