// Serves /robots.txt, /sitemap.xml and the files that it leads to. In: requests. Out: answers, null for all
// other targets. Listed anew in a thread every hour, while the last listing is answered.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Config } from '../config.ts'
import { createEntry, type Entry } from '../entry.ts'
import type { Handler } from '../message.ts'
import { refuseForNow } from '../respond.ts'
import type { ListedFile } from './thread.ts'

/** A handler with the thread that it may have. */
export type Listing = Handler & { close(): Promise<void> }

/** How long a listing is answered before it is made anew, in ms. */
const LASTS = 3_600_000

const NAME = /^\/(robots\.txt|sitemap(?:-\d+)?\.xml(?:\.gz)?)$/

/**
 * Makes the handler of a site's sitemap and robots.txt. A file of the same name among the assets goes first.
 *
 * @param onFailure Told why there is no listing.
 */
export function createListing(
  { origin, pages, assets }: Pick<Config, 'origin' | 'pages' | 'assets'>,
  onFailure: (error: unknown) => void = (error) => console.warn(`hashbang: no sitemap: ${error}`),
): Listing {
  let files: ReadonlyMap<string, Entry> | undefined
  let made = 0
  let making: Promise<void> | undefined
  let thread: Worker | undefined
  const isAsset = (name: string) => assets !== undefined && existsSync(join(assets, name))

  const make = () =>
    new Promise<void>((resolve) => {
      const found = new Map<string, Entry>()
      let failed = false
      thread = new Worker(new URL('./thread.js', import.meta.url), {
        workerData: { origin, pages },
        execArgv: ['--conditions=browser'],
      })
      thread.unref()
      thread.on('message', ({ name, type, body }: ListedFile) => {
        const headers = { 'content-type': type, 'x-content-type-options': 'nosniff' }
        found.set(
          name,
          createEntry({ status: 200, headers, body: Buffer.from(body), lastModified: undefined }),
        )
      })
      thread.on('error', (error) => {
        failed = true
        onFailure(error)
      })
      thread.on('exit', () => {
        if (!failed) {
          files = found
          made = performance.now()
        }
        making = undefined
        resolve()
      })
    })

  const handler: Handler = async (request) => {
    const [, name] = NAME.exec(request.target) ?? []
    if (name === undefined || !/^(?:GET|HEAD)$/.test(request.method) || isAsset(name)) return null
    if (files === undefined || performance.now() - made > LASTS) making ??= make()
    if (files === undefined) await making
    if (files === undefined) return refuseForNow('The states cannot be listed just now. Try again.')
    const entry = files.get(name)
    return entry ? entry.answer(request, 'max-age=3600') : null
  }
  return Object.assign(handler, {
    async close() {
      await thread?.terminate()
    },
  })
}
