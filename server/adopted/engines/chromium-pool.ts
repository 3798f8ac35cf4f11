// Renders states by Chromium where our engine differs; a worker writes the document as usual.
// Bounded in pages, queue and time. Refuses pages that were not at rest. Never rejects.

import PQueue from 'p-queue'
import { shapeOf } from '../../site/adopted-pages.ts'
import { redirectTo } from '../../site/adopted-redirect.ts'
import type { Answer, Order, Refusal } from '../../snapshot/pool/protocol.ts'
import { NoChromium } from '../chromium/launch.ts'
import type { SiteBrowser } from '../chromium/site-browser.ts'

/** The refusal for a state without a proven snapshot. */
export const appAlone = (order: Order, why: string): Refusal => ({
  type: 'app',
  why,
  url: shapeOf(order).prettyUrl(order.url, order.state),
})

/** Parameters of the pool. Times in ms. */
export interface ChromiumPoolOptions {
  readonly browser: SiteBrowser
  readonly pages: number
  readonly queue: number
  /** Limit of a page's load, and of its wait before it. */
  readonly deadline: number
  /** Other origins that redirects may use. */
  readonly allow: ReadonlySet<string>
  /** Renders the snapshot of the order's document. */
  readonly write: (order: Order) => Promise<Answer | Refusal>
}

export interface ChromiumPool {
  /** @returns `app` if no Chromium can be started. */
  render(order: Order): Promise<Answer | Refusal>
  readonly waiting: number
  close(): Promise<void>
}

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
      const queuedAt = performance.now()
      const answer = await queue.add(async () => {
        if (closed) return { type: 'closed' } as const
        if (performance.now() - queuedAt > deadline) return { type: 'overloaded' } as const
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
