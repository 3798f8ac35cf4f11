// Lists a site in a thread, again and again. In: the site, and when somebody asks. Out: the files that are there, at once; a
// thread that says nothing for too long is ended, and after a listing that failed the next is tried ever more rarely.

import { Worker } from 'node:worker_threads'
import { type Clock, systemClock } from '../runtime/clock.ts'
import type { Config } from '../site/load-config.ts'
import type { SiteState } from '../site/states.ts'
import type { FromLister } from './listing-worker.ts'

/** How long things may take, in ms. */
export interface ListingTimes {
  /** How long a listing is good. Default: an hour. */
  readonly lasts?: number
  /** How long a thread may say nothing: neither a file nor that it goes on. Default: 30 s. */
  readonly silence?: number
  /** The pause after a listing that failed; each further failure doubles it, up to five minutes. Default: 1 s. */
  readonly pause?: number
}

/** Clock and thread of a lister, so that tests can replace them. */
export interface ListerParts {
  /** Default: the machine's. */
  readonly clock?: Clock
  /** Starts the thread that lists. */
  readonly start?: (site: ListedSite) => Pick<Worker, 'on' | 'postMessage' | 'terminate'>
}

/** What is listed. */
export interface ListedSite extends Pick<Config, 'origin' | 'pages'> {
  /** Finds the states of its adopted pages. Default: it has none. */
  readonly adopted?: (() => AsyncIterable<SiteState>) | undefined
}

/** What of a listing is there. */
export interface Lister<File> {
  /** Sees to it that a listing is made when the last one is too old. */
  refresh(): void
  /** The file of the last whole listing, or of the one under way. */
  file(name: string): File | undefined
  /** Whether a whole listing is there. */
  readonly isWhole: boolean
  /** Settles when the file is there, or when the listing under way has ended; at once when there is none. */
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

/**
 * Makes a lister.
 *
 * @param keep What is kept of a file.
 * @param onFailure Told why there is no listing.
 */
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
  // Who waits for a file, told with every one that comes.
  const waiting: (() => void)[] = []

  const tell = () => {
    for (const heard of waiting.splice(0)) heard()
  }

  function start(): void {
    const files = new Map<string, File>()
    const thread = startThread(site)
    const adopted = site.adopted?.()[Symbol.asyncIterator]()
    let failure: unknown
    let closing = false
    const expire = () => {
      failure = new Error(
        `nothing was listed for ${silence} ms: does a context() or an "entries" wait for something?`,
      )
      void thread.terminate()
    }
    /** What only this thread can find out is asked for one by one. */
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
          // What robots.txt says does not hang on the states.
          if (last.size === 0) last = new Map([...files].filter(([name]) => name === 'robots.txt'))
          dueAt = clock.now() + Math.min(MOST_PAUSE, pause * 2 ** failures++)
          if (!closing) onFailure(failure ?? new Error('the listing ended too early'))
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
