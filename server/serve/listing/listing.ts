// Serves /robots.txt, /llms.txt, /llms-full.txt, /feed.xml, /sitemap.xml and its parts; null for
// other targets. Lists anew every hour while the last listing is served.

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
import { type ImportedApp, importApps, type OpenApp, openContexts } from '../../site/site-states.ts'
import { llmsFullText } from './llms-full.ts'
import { FULL, type ListedSite, ROBOTS, siteFiles } from './write-listing.ts'

export interface ListingParts extends ListedSite {
  /** Whether the site has its own file at a root path. Default: only the files of `assets`. */
  readonly isOwn?: ((name: string) => Promise<boolean>) | undefined
  /** Reads the route tables. Default: from the modules of the pages. */
  readonly tables?: (() => Promise<readonly ImportedApp[]>) | undefined
  /** Renders the pages of llms-full.txt. Default: there is no such file. */
  readonly handler?: Handler | undefined
}

/** The targets of these files. */
export const LISTED =
  /^\/((?:robots|llms|llms-full)\.txt|feed\.xml|sitemap(?:-\d+)?\.xml(?:\.gz)?)$/

/** In ms: how long a listing is fresh, the pause after a failure, and a silence to report. */
const LASTS = 3_600_000
const PAUSE = 10_000
const SILENCE = 30_000

const SILENT = new Error(
  `no state was listed for ${SILENCE} ms. Check whether a context() or an "entries" waits without a time limit`,
)

/** Most ms that a request waits for a file. */
const PATIENCE = 10_000

interface ListedFile {
  readonly response: PreparedResponse
  /** Of llms-full.txt, once it has been requested. */
  full?: Promise<{ readonly response: PreparedResponse; readonly isWhole: boolean }> | undefined
}

const fileResponse = (type: string, body: string | Buffer): PreparedResponse =>
  prepareResponse({
    status: 200,
    headers: { 'content-type': type, 'x-content-type-options': 'nosniff' },
    body: Buffer.from(body),
  })

/** A file of the same name among the assets goes first. @param onFailure Receives errors. */
export function createListing(
  { isOwn, handler: site, tables: read, ...listed }: ListingParts,
  onFailure: (error: unknown) => void,
): Handler & { close(): void } {
  const closing = new AbortController()
  // Emits `change` for each new file, and at the end of a listing.
  const progress = new EventEmitter().setMaxListeners(0)
  let files: ReadonlyMap<string, ListedFile> = new Map()
  let isWhole = false
  let isListing = false
  let due = 0
  let apps: Promise<readonly OpenApp[]> | undefined

  // Once: nothing closes the connections of a context.
  const opened = (tables: readonly ImportedApp[]) => {
    apps ??= openContexts(tables).catch((error) => {
      apps = undefined
      throw error
    })
    return apps
  }

  async function list(): Promise<void> {
    const found = new Map<string, ListedFile>()
    isListing = true
    if (!isWhole) files = found
    let pause = LASTS
    const silence = setTimeout(onFailure, SILENCE, SILENT).unref()
    try {
      const tables = await (read?.() ?? importApps(listed))
      const { signal } = closing
      const open = () => opened(tables)
      const onState = () => void silence.refresh()
      for await (const file of siteFiles({ ...listed, tables, open, signal, onState })) {
        found.set(file.name, { response: fileResponse(file.type, file.body) })
        progress.emit('change')
      }
      files = found
      isWhole = true
    } catch (error) {
      pause = PAUSE
      // robots.txt does not depend on the states.
      for (const name of found.keys()) if (name !== ROBOTS) found.delete(name)
      if (!closing.signal.aborted) onFailure(error)
    }
    clearTimeout(silence)
    due = performance.now() + pause
    isListing = false
    progress.emit('change')
  }

  async function answer(request: HandlerRequest, name: string): Promise<HandlerResponse | null> {
    if (!isListing && performance.now() >= due && !closing.signal.aborted) void list()
    const late = AbortSignal.timeout(PATIENCE)
    while (isListing && !isWhole && !files.has(name) && !late.aborted)
      await once(progress, 'change', { signal: late }).catch(() => undefined)
    const file = files.get(name)
    if (file && name === FULL) return site ? answerFull(request, file, site) : null
    if (file) return file.response.answer(request, 'max-age=3600')
    return isWhole
      ? null
      : refuseForNow('The server cannot list the states at the moment. Try again later.')
  }

  const { assets, base = '/' } = listed
  const isAsset = (name: string) =>
    assets !== undefined && base === '/' && existsSync(join(assets, name))
  const handler: Handler = async (request) => {
    const name = LISTED.exec(request.target)?.[1]
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (name === undefined || !isRead || isAsset(name) || (await isOwn?.(name))) return null
    return answer(request, name)
  }
  return Object.assign(handler, { close: () => closing.abort() })
}

async function answerFull(
  request: HandlerRequest,
  file: ListedFile,
  site: Handler,
): Promise<HandlerResponse> {
  file.full ??= renderFull(file, site).catch((error) => {
    file.full = undefined
    throw error
  })
  const made = await Promise.race([file.full, delay(PATIENCE, undefined, { ref: false })])
  if (!made) return refuseForNow('The pages are being put together. Try again.')
  if (!made.isWhole) file.full = undefined
  return made.response.answer(request, made.isWhole ? 'max-age=3600' : 'no-store')
}

async function renderFull({ response }: ListedFile, site: Handler) {
  const { text, failed } = await llmsFullText(response.body.toString().split('\n'), site)
  const type = String(response.headers['content-type'])
  return { response: fileResponse(type, text), isWhole: failed.length === 0 }
}
