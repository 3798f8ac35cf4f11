// Lists a site in a thread, again and again. Serves finished files at once. A silent thread is
// ended, and failures lengthen the pause.

import { Worker } from 'node:worker_threads'
import { type Clock, systemClock } from '../../diagnostics/runtime/clock.ts'
import type { Config } from '../../site/config.ts'
import type { SiteState } from '../../site/states.ts'
import type { FromLister } from './listing-worker.ts'

/** Durations in ms. */
export interface ListingTimes {
  /** How long a listing stays fresh. Default: 1 hour. */
  readonly lasts?: number
  /** How long the thread may be silent. Default: 30 s. */
  readonly silence?: number
  /** The pause after a failure. It doubles up to 5 minutes. Default: 1 s. */
  readonly pause?: number
}

/** Clock and thread, for tests to replace. */
export interface ListerParts {
  /** Default: the system clock. */
  readonly clock?: Clock
  readonly start?: (site: ListedSite) => Pick<Worker, 'on' | 'postMessage' | 'terminate'>
}

export interface ListedSite extends Pick<Config, 'origin' | 'pages'> {
  /** Finds the states of the adopted pages. Default: none. */
  readonly adopted?: (() => AsyncIterable<SiteState>) | undefined
}

export interface Lister<File> {
  /** Starts a listing if the last one is too old. */
  refresh(): void
  /** A file of the last complete listing, or of the listing under way. */
  file(name: string): File | undefined
  readonly isWhole: boolean
  /** Settles when the file exists or no listing is under way. */
  when(name: string): Promise<void>
  close(): Promise<void>
}

const MOST_PAUSE = 300_000

function startListing({ origin, pages, adopted }: ListedSite): Worker {
  const thread = new Worker(new URL('./listing-worker.js', import.meta.url), {
    workerData: { origin, pages, isFed: adopted !== undefined },
    execArgv: ['--conditions=browser'],
  })
  thread.unref()
  return thread
}

/** @param keep Returns the part of a file to store. @param onFailure Receives listing errors. */
export function createLister<File>(
  site: ListedSite,
  keep: (file: Extract<FromLister, { name: string }>) => File,
  onFailure: (error: unknown) => void,
  { lasts = 3_600_000, silence = 30_000, pause = 1000 }: ListingTimes = {},
  { clock = systemClock, start: startThread = startListing }: ListerParts = {},
): Lister<File> {
  let last: ReadonlyMap<string, File> = new Map()
  let dueAt = Number.NEGATIVE_INFINITY
  let failures = 0
  let isOpen = true
  type Thread = ReturnType<typeof startThread>
  let under: { files: Map<string, File>; thread: Thread; ended: Promise<void> } | undefined
  // Callbacks of requests that wait for a file; each new file calls them.
  const waiting: (() => void)[] = []

  const tell = () => {
    for (const resume of waiting.splice(0)) resume()
  }

  function start(): void {
    const files = new Map<string, File>()
    const thread = startThread(site)
    const adopted = site.adopted?.()[Symbol.asyncIterator]()
    let failure: unknown
    let closing = false
    const expire = () => {
      failure = new Error(
        `no state was listed for ${silence} ms. Check whether a context() or an "entries" waits without a time limit`,
      )
      void thread.terminate()
    }
    /** Only this thread knows the states of adopted pages. */
    const feed = async (to: Thread) => {
      try {
        const { done, value } = (await adopted?.next()) ?? { done: true }
        to.postMessage(done ? null : value)
      } catch (error) {
        failure = error
        void to.terminate()
      }
    }
    let unwatch = clock.after(silence, expire)
    thread.on('message', (message: FromLister) => {
      unwatch()
      unwatch = clock.after(silence, expire)
      if ('next' in message) void feed(thread)
      if (!('name' in message)) return
      files.set(message.name, keep(message))
      tell()
    })
    thread.on('error', (error) => {
      failure = error
    })
    const ended = new Promise<void>((resolve) => {
      thread.on('exit', () => {
        unwatch()
        void adopted?.return?.()
        closing = under === undefined
        under = undefined
        if (failure === undefined && files.has('sitemap.xml')) {
          last = files
          failures = 0
          dueAt = clock.now() + lasts
        } else {
          // robots.txt does not depend on the states.
          if (last.size === 0) last = new Map([...files].filter(([name]) => name === 'robots.txt'))
          dueAt = clock.now() + Math.min(MOST_PAUSE, pause * 2 ** failures++)
          if (!closing)
            onFailure(failure ?? new Error('the thread that lists the states ended too early'))
        }
        resolve()
        tell()
      })
    })
    under = { files, thread, ended }
  }

  return {
    refresh() {
      if (isOpen && under === undefined && clock.now() >= dueAt) start()
    },
    file: (name) => last.get(name) ?? under?.files.get(name),
    get isWhole() {
      return last.has('sitemap.xml')
    },
    async when(name) {
      while (under !== undefined && !under.files.has(name) && !last.has(name)) {
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
    },
    async close() {
      const ending = under
      under = undefined
      isOpen = false
      await ending?.thread.terminate()
      await ending?.ended
    },
  }
}
