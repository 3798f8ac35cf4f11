// A lane of the pool: shows states of adopted pages in Chromium, and hands their documents to the
// lane of adopted pages. Bounded in pages, queue and time.

import PQueue from 'p-queue'
import { shapeOf } from '../../site/adopted-pages.ts'
import { redirectTo } from '../../site/adopted-urls.ts'
import type { Lane, LaneEvent } from '../../snapshot/pool/pool.ts'
import type { Job, Result } from '../../snapshot/pool/protocol.ts'
import { NoChromium } from './launch.ts'
import type { SiteBrowser } from './site-browser.ts'

/** Times in ms. */
export interface ChromiumLaneOptions {
  readonly browser: SiteBrowser
  /** By page: names of its states. */
  readonly states: ReadonlyMap<string, readonly string[]>
  /** At a time. */
  readonly pages: number
  readonly queue: number
  /** Of a page's load, and of its wait. */
  readonly deadline: number
  /** Other origins for redirects. */
  readonly allow: ReadonlySet<string>
  /** The lane of adopted pages. */
  readonly workers: Lane
}

/** `/charts/*` covers `/charts/a`. */
export const covers = (name: string, state: string): boolean =>
  name.endsWith('*') ? state.startsWith(name.slice(0, -1)) : state === name

export class ChromiumLane implements Lane {
  readonly prepare: Lane['prepare']
  readonly #options: ChromiumLaneOptions
  readonly #observe: (event: LaneEvent) => void
  readonly #queue: PQueue
  #isClosed = false
  #isReported = false

  constructor(options: ChromiumLaneOptions, observe: (event: LaneEvent) => void) {
    this.#options = options
    this.prepare = options.workers.prepare
    this.#observe = observe
    this.#queue = new PQueue({ concurrency: options.pages })
  }

  takes({ page, state }: Job): boolean {
    return this.#options.states.get(page)?.some((name) => covers(name, state)) ?? false
  }

  /** Answers `app` if Chromium cannot start. */
  async render(job: Job): Promise<Result> {
    const { queue: most, deadline } = this.#options
    if (this.#isClosed) return { type: 'closed' }
    if (this.#queue.size + this.#queue.pending >= most) return { type: 'overloaded' }
    const queuedAt = performance.now()
    return this.#queue.add(async () => {
      if (this.#isClosed) return { type: 'closed' }
      if (performance.now() - queuedAt > deadline) return { type: 'overloaded' }
      return this.#show(job).catch((error: Error) => this.#failure(error, job))
    })
  }

  /** Workers write its documents. */
  get isFull(): boolean {
    return this.#options.workers.isFull
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#options.browser.close()
    await this.#queue.onIdle()
  }

  async #show(job: Job): Promise<Result> {
    const { browser, deadline, allow, workers } = this.#options
    const shown = await browser.show(job)
    if (shown.type === 'late') return { type: 'late', waiting: shown.waiting, after: deadline }
    if (shown.type === 'away') {
      const to = redirectTo(shown.href, { url: job.url, shape: shapeOf(job), allow })
      if (to instanceof Error) return { type: 'crashed', error: to.message }
      return { type: 'redirect', status: 302, location: to.location }
    }
    const { type: _, ...rendered } = shown
    return workers.render({ ...job, rendered })
  }

  #failure(error: Error, job: Job): Result {
    if (this.#isClosed) return { type: 'closed' }
    if (!(error instanceof NoChromium))
      return { type: 'crashed', error: `Chromium could not show the page: ${error.message}` }
    const why = error.message
    if (!this.#isReported) {
      this.#isReported = true
      const warning = `States for Chromium get the app without a snapshot, so readers without script see nothing: ${why}`
      this.#observe({ type: 'stray', error: warning, state: job.state })
    }
    return { type: 'app', why, url: shapeOf(job).fragmentUrl(job.url, job.state) }
  }
}
