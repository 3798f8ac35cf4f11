// Serves robots.txt, llms.txt, llms-full.txt, feed.xml and sitemaps. The site and Vite's dev server
// call it. Lists anew every hour, and serves the last listing meanwhile.

import { EventEmitter, once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type Handler,
  type HandlerRequest,
  type HandlerResponse,
  refuseForNow,
} from '../../cache/response/http-values.ts'
import { type PreparedResponse, prepareResponse } from '../../cache/response/prepared-response.ts'
import { adoptedReadables } from '../../site/adopted-pages.ts'
import {
  type ImportedApp,
  importApps,
  listedUrl,
  type OpenedApp,
  openImportedApps,
  type SiteState,
  siteStates,
  unlisted,
} from '../../site/site-states.ts'
import { type FetchSettings, withFetch } from '../../snapshot/fetch/code-fetch.ts'
import { atomFeed } from './atom-feed.ts'
import { llmsFullText, llmsText } from './llms-txt.ts'
import { robotsText } from './robots-txt.ts'
import { type SitemapEntry, sitemapFiles } from './sitemap-xml.ts'

interface ListingParts extends FetchSettings {
  /** Finds the states of adopted pages. Calls `onState` for each that it leaves out. */
  readonly adopted?:
    | ((onState: () => void, signal: AbortSignal) => AsyncIterable<SiteState>)
    | undefined
  /** Receives warnings about states that are left out. */
  readonly warn?: ((warning: string) => void) | undefined
  /** Whether the site has its own file. Default: only those of `assets`. */
  readonly isOwn?: ((name: string) => Promise<boolean>) | undefined
  /** Default: from the modules of the pages. */
  readonly tables?: (() => Promise<readonly ImportedApp[]>) | undefined
  /** Renders llms-full.txt. Default: no such file. */
  readonly handler?: Handler | undefined
}

/** The targets of these files. */
export const LISTED =
  /^\/((?:robots|llms|llms-full)\.txt|feed\.xml|sitemap(?:-\d+)?\.xml(?:\.gz)?)$/

const ROBOTS = 'robots.txt'
const FULL = 'llms-full.txt'

const MARKDOWN = 'text/markdown; charset=utf-8'

/** The pause after a listing, and after a failed one. */
const FRESH_FOR_MS = 3_600_000
const RETRY_AFTER_MS = 10_000

/** The time without a new state after which a listing is reported. */
const SILENCE_MS = 30_000

const SILENT = new Error(
  `no state was listed for ${SILENCE_MS} ms. Check whether a context() or an "entries" waits without a time limit`,
)

/** Most time of a request. */
const REQUEST_WAIT_MS = 10_000

interface ServedFile {
  readonly response: PreparedResponse
  /** The content of llms-full.txt, after a request. */
  full?: Promise<FullFile> | undefined
}

interface FullFile {
  readonly response: PreparedResponse
  readonly isWhole: boolean
}

const fileResponse = (type: string, body: string | Buffer): PreparedResponse =>
  prepareResponse({
    status: 200,
    headers: { 'content-type': type, 'x-content-type-options': 'nosniff' },
    body: Buffer.from(body),
  })

export class Listing {
  readonly #parts: ListingParts
  readonly #onFailure: (error: unknown) => void
  readonly #closing = new AbortController()
  /** Emits `change` for a new file, and at the end. */
  readonly #progress = new EventEmitter().setMaxListeners(0)
  #files: ReadonlyMap<string, ServedFile> = new Map()
  #isWhole = false
  #isListing = false
  /** How many states the listing under way has read. */
  #read = 0
  #due = 0
  #apps: Promise<readonly OpenedApp[]> | undefined

  constructor(parts: ListingParts, onFailure: (error: unknown) => void) {
    this.#parts = parts
    this.#onFailure = onFailure
  }

  close(): void {
    this.#closing.abort()
  }

  /** Returns null for other targets, and files of the site's own. */
  readonly handle: Handler = async (request) => {
    const { isOwn, assets, base = '/' } = this.#parts
    const name = LISTED.exec(request.target)?.[1]
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (name === undefined || !isRead) return null
    const isAsset = assets !== undefined && base === '/' && existsSync(join(assets, name))
    return isAsset || (await isOwn?.(name)) ? null : this.#answer(request, name)
  }

  async #answer(request: HandlerRequest, name: string): Promise<HandlerResponse | null> {
    const { handler } = this.#parts
    const isDue = !this.#isListing && performance.now() >= this.#due
    if (isDue && !this.#closing.signal.aborted) void this.#list()
    const signal = AbortSignal.timeout(REQUEST_WAIT_MS)
    while (this.#isListing && !this.#isWhole && !this.#files.has(name) && !signal.aborted)
      await once(this.#progress, 'change', { signal }).catch(() => undefined)
    const file = this.#files.get(name)
    if (file && name === FULL) return handler ? answerFull(request, file, handler) : null
    if (file) return file.response.answer(request, 'max-age=3600')
    return this.#isWhole
      ? null
      : refuseForNow(`There is no list yet: ${this.#read} states read so far. Try again later.`)
  }

  async #list(): Promise<void> {
    const files = new Map<string, ServedFile>()
    this.#isListing = true
    this.#read = 0
    if (!this.#isWhole) this.#files = files
    let pause = FRESH_FOR_MS
    const silence = setTimeout(this.#onFailure, SILENCE_MS, SILENT).unref()
    try {
      await this.#write(files, () => {
        this.#read += 1
        silence.refresh()
      })
      this.#files = files
      this.#isWhole = true
    } catch (error) {
      pause = RETRY_AFTER_MS
      // robots.txt does not depend on the states.
      for (const name of files.keys()) if (name !== ROBOTS) files.delete(name)
      if (!this.#closing.signal.aborted) this.#onFailure(error)
    }
    clearTimeout(silence)
    this.#due = performance.now() + pause
    this.#isListing = false
    this.#progress.emit('change')
  }

  /** @throws The error of a `context()` or an `entries`. */
  async #write(files: Map<string, ServedFile>, onState: () => void): Promise<void> {
    const { origin, pages, adopted, warn, tables: read } = this.#parts
    const { signal } = this.#closing
    const add = (name: string, type: string, body: string | Buffer) => {
      files.set(name, { response: fileResponse(type, body) })
      this.#progress.emit('change')
    }
    const tables = await (read?.() ?? importApps({ pages }))
    add(ROBOTS, 'text/plain; charset=utf-8', robotsText({ origin, apps: tables }))
    const apps = withFetch(await this.#opened(tables), this.#parts)
    const feed = atomFeed(apps, origin)
    const llms = llmsText(apps, origin, adoptedReadables(pages))

    async function* states() {
      yield* siteStates(apps, { origin, signal, warn })
      if (adopted) yield* adopted(onState, signal)
    }
    async function* entries(): AsyncGenerator<SitemapEntry> {
      for await (const state of states()) {
        onState()
        llms.offer(state)
        feed.offer(state)
        if (state.index) yield { ...state, url: listedUrl(state, 'readable') }
      }
    }
    for await (const { name, type, body } of sitemapFiles(entries(), `${origin}/`))
      add(name, type, body)
    const llmsFile = await llms.write()
    if (llmsFile) {
      add('llms.txt', MARKDOWN, llmsFile)
      // A request replaces the paths, one a line, by the pages.
      add(FULL, MARKDOWN, llms.paths.join('\n'))
    }
    const atom = await feed.write()
    if (atom) add('feed.xml', 'application/atom+xml; charset=utf-8', atom)
  }

  /** Opens the apps once: nothing closes the connections of a context. */
  #opened(tables: readonly ImportedApp[]): Promise<readonly OpenedApp[]> {
    this.#apps ??= openImportedApps(tables).then(
      (apps) => {
        for (const hint of unlisted(apps)) this.#parts.warn?.(hint)
        return apps
      },
      (error) => {
        this.#apps = undefined
        throw error
      },
    )
    return this.#apps
  }
}

async function answerFull(
  request: HandlerRequest,
  file: ServedFile,
  site: Handler,
): Promise<HandlerResponse> {
  file.full ??= renderFull(file, site).catch((error) => {
    file.full = undefined
    throw error
  })
  const full = await Promise.race([file.full, delay(REQUEST_WAIT_MS, undefined, { ref: false })])
  if (!full) return refuseForNow('The pages are being put together. Try again.')
  if (!full.isWhole) file.full = undefined
  return full.response.answer(request, full.isWhole ? 'max-age=3600' : 'no-store')
}

async function renderFull({ response }: ServedFile, site: Handler): Promise<FullFile> {
  const { markdown, failed } = await llmsFullText(response.body.toString().split('\n'), site)
  return { response: fileResponse(MARKDOWN, markdown), isWhole: failed.length === 0 }
}
