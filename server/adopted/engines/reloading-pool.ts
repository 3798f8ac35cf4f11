// Wraps a pool for adopted pages that reload themselves: another worker loads the page again with
// its kept state. The workers decide when a loop is endless.

import type { Pool } from '../../snapshot/pool/pool.ts'
import type { Answer, Order, Refusal } from '../../snapshot/pool/protocol.ts'

export function reloadingPool(pool: Pool): Pool {
  const render = async (order: Order): Promise<Answer | Refusal> => {
    const answer = await pool.render(order)
    return answer.type === 'crashed' && 'again' in answer && answer.again
      ? render({ ...order, kept: answer.again })
      : answer
  }
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
