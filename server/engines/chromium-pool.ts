// Makes snapshots by Chromium, of states that our engine shows otherwise. In: orders for pages of adopted sites. Out: their answers,
// written by the same code as all others: Chromium runs the page, a worker writes its document. So many at a time, a queue that
// is bounded, a deadline for each; nothing of a page that was not at rest is handed on. Never a rejection.

import PQueue from 'p-queue'
import { NoChromium } from '../chromium/launch.ts'
import type { SiteBrowser } from '../chromium/site-browser.ts'
import type { MaybePromise } from '../http/maybe-promise.ts'
import type { Answer, Order, Refusal } from '../pool/protocol.ts'
import { shapeOf } from '../site/adopted-pages.ts'
import { redirectTo } from '../site/adopted-redirect.ts'

/** That no snapshot is proven. */
export const appAlone = (order: Order, why: string): Refusal => ({
  type: 'app',
  why,
  url: shapeOf(order).prettyUrl(order.url, order.state),
})

/** What it is made of. Times in ms. */
export interface ChromiumPoolOptions {
  readonly browser: SiteBrowser
  /** How many pages at a time. */
  readonly pages: number
  /** How many may be under way or wait. */
  readonly queue: number
  /** How long a page may take, and how long it may wait before. */
  readonly deadline: number
  /** Other origins that readers may be sent to. */
  readonly allow: ReadonlySet<string>
  /** Makes the snapshot of a document that is given with the order. */
  readonly write: (order: Order) => MaybePromise<Answer | Refusal>
}

/** See the head of this file. */
export interface ChromiumPool {
  /** @returns `app` where no Chromium can be started. */
  render(order: Order): Promise<Answer | Refusal>
  readonly waiting: number
  close(): Promise<void>
}

/** Makes the pool. */
export function createChromiumPool(options: ChromiumPoolOptions): ChromiumPool {
  const { browser, pages, queue: most, deadline, allow, write } = options
  const queue = new PQueue({ concurrency: pages })
  let closed = false

  async function make(order: Order): Promise<Answer | Refusal> {
    const shape = shapeOf(order)
    const look = await browser.look({
      pageUrl: order.url,
      url: shape.prettyUrl(order.url, order.state),
      html: order.shell ?? '',
    })
    if (look.type === 'late') return { type: 'late', waiting: look.waiting, after: deadline }
    if (look.type === 'away') {
      const to = redirectTo(look.href, { url: order.url, shape, allow })
      if (to instanceof Error) return { type: 'crashed', error: to.message }
      return { type: 'redirect', status: 302, location: to.location }
    }
    const { url, errors, leftOut } = look
    const html = await look.document().finally(look.close)
    return write({ ...order, made: { html, url, errors, leftOut } })
  }

  return {
    async render(order) {
      if (closed) return { type: 'closed' }
      if (queue.size + queue.pending >= most) return { type: 'overloaded' }
      const asked = performance.now()
      const answer = await queue.add(async () => {
        if (closed) return { type: 'closed' } as const
        if (performance.now() - asked > deadline) return { type: 'overloaded' } as const
        return make(order).catch((error: Error) => failure(error, order, closed))
      })
      return answer ?? { type: 'closed' }
    },
    get waiting() {
      return queue.size + queue.pending
    },
    async close() {
      closed = true
      await browser.close()
      await queue.onIdle()
    },
  }
}

function failure(error: Error, order: Order, closed: boolean): Answer | Refusal {
  if (closed) return { type: 'closed' }
  if (error instanceof NoChromium) return appAlone(order, error.message)
  return { type: 'crashed', error: `Chromium could not show the page: ${error.message}` }
}
