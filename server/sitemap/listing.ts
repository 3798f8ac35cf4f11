// Serves /robots.txt, /sitemap.xml and the files that it leads to. In: requests. Out: answers, null for all
// other targets. Listed anew in a thread every hour, while the last listing is answered.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Config } from '../config.ts'
import { createEntry, type Entry } from '../entry.ts'
import type { Handler, HandlerRequest, HandlerResponse } from '../message.ts'
import { refuseForNow } from '../respond.ts'
import type { ListedFile } from './thread.ts'

/** A handler with the thread that it may have. */
export type Listing = Handler & { close(): Promise<void> }

/** How long a listing is answered before it is made anew, in ms. */
const LASTS = 3_600_000

const NAME = /^\/(robots\.txt|sitemap(?:-\d+)?\.xml(?:\.gz)?)$/

/** A listing that is being made. */
interface Making {
  readonly files: ReadonlyMap<string, Entry>
  readonly thread: Worker
  /** Settles when it has its first file, robots.txt, or has failed. */
  readonly started: Promise<void>
  readonly ended: Promise<void>
}

/**
 * Makes the handler of a site's sitemap and robots.txt. A file of the same name among the assets goes first.
 *
 * @param onFailure Told why there is no listing.
 */
export function createListing(
  { origin, pages, assets }: Pick<Config, 'origin' | 'pages' | 'assets'>,
  onFailure: (error: unknown) => void = (error) => console.warn(`hashbang: no sitemap: ${error}`),
): Listing {
  let last: ReadonlyMap<string, Entry> = new Map()
  let made = Number.NEGATIVE_INFINITY
  let making: Making | undefined
  const isAsset = (name: string) => assets !== undefined && existsSync(join(assets, name))

  const make = (): Making => {
    const files = new Map<string, Entry>()
    const thread = new Worker(new URL('./thread.js', import.meta.url), {
      workerData: { origin, pages },
      execArgv: ['--conditions=browser'],
    })
    thread.unref()
    let failed = false
    const ended = new Promise<void>((resolve) => {
      thread.on('error', (error) => {
        failed = true
        onFailure(error)
      })
      thread.on('exit', () => {
        if (!failed) {
          last = files
          made = performance.now()
        }
        making = undefined
        resolve()
      })
    })
    const started = new Promise<void>((resolve) => {
      thread.on('message', ({ name, type, body }: ListedFile) => {
        const headers = { 'content-type': type, 'x-content-type-options': 'nosniff' }
        files.set(name, createEntry({ status: 200, headers, body: Buffer.from(body) }))
        resolve()
      })
    })
    return { files, thread, ended, started: Promise.race([started, ended]) }
  }

  async function list(request: HandlerRequest, name: string): Promise<HandlerResponse | null> {
    if (performance.now() - made > LASTS) making ??= make()
    const now = making
    // Crawlers wait for robots.txt, and stay away without it: it comes first, and is not held up.
    if (last.size === 0) await (name === 'robots.txt' ? now?.started : now?.ended)
    const entry = last.get(name) ?? now?.files.get(name)
    if (entry) return entry.answer(request, 'max-age=3600')
    return last.size > 0 ? null : refuseForNow('The states cannot be listed just now. Try again.')
  }
  const handler: Handler = (request) => {
    const name = NAME.exec(request.target)?.[1]
    return name === undefined || !/^(?:GET|HEAD)$/.test(request.method) || isAsset(name)
      ? null
      : list(request, name)
  }
  return Object.assign(handler, {
    async close() {
      await making?.thread.terminate()
    },
  })
}
