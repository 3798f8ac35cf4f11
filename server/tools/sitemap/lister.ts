// Lists a site in a thread, again and again. The files of the last complete listing stay until the
// next one is complete. A silent thread is ended.

import { Worker } from 'node:worker_threads'
import type { Config } from '../../site/config.ts'
import type { SiteState } from '../../site/states.ts'
import type { FromLister } from './listing-worker.ts'

/** In ms: how long a listing is fresh, how long its thread may be silent, and the next retry. */
const LASTS = 3_600_000
const SILENCE = 30_000
const PAUSE = 10_000

export interface ListedSite extends Pick<Config, 'origin' | 'pages'> {
  /** Finds the states of the adopted pages. Default: none. */
  readonly adopted?: (() => AsyncIterable<SiteState>) | undefined
}

type Thread = Pick<Worker, 'on' | 'postMessage' | 'terminate'>
type ListedFile = Extract<FromLister, { name: string }>

export interface Lister<File> {
  refresh(): void
  /** A file of the last complete listing, or of the listing under way. */
  file(name: string): File | undefined
  readonly isWhole: boolean
  /** Settles when the file exists or no listing is under way. */
  when(name: string): Promise<void>
  close(): Promise<void>
}

function startThread({ origin, pages, adopted }: ListedSite): Thread {
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
  keep: (file: ListedFile) => File,
  onFailure: (error: unknown) => void,
  start: (site: ListedSite) => Thread = startThread,
): Lister<File> {
  let last: ReadonlyMap<string, File> = new Map()
  let isDue = true
  let isOpen = true
  let under: { readonly files: Map<string, File>; readonly thread: Thread } | undefined
  // Callbacks of requests that wait for a file; each new file calls them.
  const waiting: (() => void)[] = []
  const tell = () => {
    for (const resume of waiting.splice(0)) resume()
  }

  async function list(): Promise<void> {
    const files = new Map<string, File>()
    const thread = start(site)
    under = { files, thread }
    isDue = false
    let pause = PAUSE
    try {
      await filesOf(thread, site, (file) => {
        files.set(file.name, keep(file))
        tell()
      })
      if (!files.has('sitemap.xml'))
        throw new Error('the thread that lists the states ended too early')
      last = files
      pause = LASTS
    } catch (error) {
      // robots.txt does not depend on the states.
      if (last.size === 0) last = new Map([...files].filter(([name]) => name === 'robots.txt'))
      if (isOpen) onFailure(error)
    }
    under = undefined
    setTimeout(() => {
      isDue = true
    }, pause).unref()
    tell()
  }

  return {
    refresh() {
      if (isOpen && under === undefined && isDue) void list()
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
      isOpen = false
      await under?.thread.terminate()
    },
  }
}

/** Receives the files of one listing. Rejects when the thread has ended, if it failed. */
function filesOf(
  thread: Thread,
  { adopted }: ListedSite,
  receive: (file: ListedFile) => void,
): Promise<void> {
  const states = adopted?.()[Symbol.asyncIterator]()
  return new Promise((resolve, reject) => {
    let failure: unknown
    const fail = (error: unknown) => {
      failure ??= error
      void thread.terminate()
    }
    const silent = new Error(
      `no state was listed for ${SILENCE} ms. Check whether a context() or an "entries" waits without a time limit`,
    )
    let watch = setTimeout(fail, SILENCE, silent)
    /** Only this thread knows the states of adopted pages. */
    const feed = async () => {
      const { done, value } = (await states?.next()) ?? { done: true }
      thread.postMessage(done ? null : value)
    }
    thread.on('message', (message: FromLister) => {
      clearTimeout(watch)
      watch = setTimeout(fail, SILENCE, silent)
      if ('next' in message) feed().catch(fail)
      if ('name' in message) receive(message)
    })
    thread.on('error', fail)
    thread.on('exit', () => {
      clearTimeout(watch)
      void states?.return?.()
      if (failure === undefined) resolve()
      else reject(failure)
    })
  })
}
