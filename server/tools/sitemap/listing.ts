// Serves /robots.txt, /llms.txt, /llms-full.txt, /feed.xml, /sitemap.xml and its parts; null for
// other targets. Lists anew every hour while the last listing is served.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type PreparedResponse, prepareResponse } from '../../http/prepared-response.ts'
import { refuseForNow } from '../../http/responses.ts'
import type { Handler, HandlerRequest, HandlerResponse } from '../../http/types.ts'
import type { Config } from '../../site/config.ts'
import { createLister, type ListedSite } from './lister.ts'
import { llmsFullText } from './llms-full.ts'

type Listing = Handler & { close(): Promise<void> }

const NAME = /^\/((?:robots|llms|llms-full)\.txt|feed\.xml|sitemap(?:-\d+)?\.xml(?:\.gz)?)$/

export interface ListingParts extends ListedSite, Pick<Config, 'assets'> {
  /** Whether the site has its own file at a root path. Default: only the files of `assets`. */
  readonly isOwn?: ((name: string) => Promise<boolean>) | undefined
  /** Renders the pages of llms-full.txt. Default: there is no such file. */
  readonly handler?: Handler | undefined
}

interface ListedFile {
  readonly entry: PreparedResponse
  /** Of llms-full.txt, once it has been requested. */
  full?: Promise<{ readonly response: PreparedResponse; readonly isWhole: boolean }> | undefined
}

const FULL = 'llms-full.txt'

const delay = (ms: number) => setTimeout(ms, undefined, { ref: false })

const fileResponse = (type: string, body: Uint8Array): PreparedResponse =>
  prepareResponse({
    status: 200,
    headers: { 'content-type': type, 'x-content-type-options': 'nosniff' },
    body: Buffer.from(body),
  })

const PATIENCE = 10_000

/** A file of the same name among the assets goes first. @param patience Most ms for a listing. */
export function createListing(
  { origin, pages, assets, adopted, isOwn, handler: site }: ListingParts,
  onFailure: (error: unknown) => void,
  patience = PATIENCE,
): Listing {
  const lister = createLister(
    { origin, pages, adopted },
    ({ type, body }): ListedFile => ({ entry: fileResponse(type, body) }),
    onFailure,
  )
  const isAsset = (name: string) => assets !== undefined && existsSync(join(assets, name))

  async function list(request: HandlerRequest, name: string): Promise<HandlerResponse | null> {
    if (await isOwn?.(name)) return null
    lister.refresh()
    if (!lister.isWhole) await Promise.race([lister.when(name), delay(patience)])
    const file = lister.file(name)
    if (file && name === FULL) return site ? full(request, file, site) : null
    if (file) return file.entry.answer(request, 'max-age=3600')
    return lister.isWhole
      ? null
      : refuseForNow('The server cannot list the states at the moment. Try again later.')
  }
  async function full(
    request: HandlerRequest,
    file: ListedFile,
    site: Handler,
  ): Promise<HandlerResponse> {
    file.full ??= render(file, site)
    const made = await Promise.race([file.full, delay(patience)])
    return made
      ? made.response.answer(request, made.isWhole ? 'max-age=3600' : 'no-store')
      : refuseForNow('The pages are being put together. Try again.')
  }

  async function render(file: ListedFile, site: Handler): NonNullable<ListedFile['full']> {
    try {
      const { entry } = file
      const { text, failed } = await llmsFullText(JSON.parse(entry.body.toString()), site)
      const isWhole = failed.length === 0
      if (!isWhole) file.full = undefined
      const type = String(entry.headers['content-type'])
      return { response: fileResponse(type, Buffer.from(text)), isWhole }
    } catch (error) {
      file.full = undefined
      throw error
    }
  }

  const handler: Handler = async (request) => {
    const name = NAME.exec(request.target)?.[1]
    return name === undefined || !/^(?:GET|HEAD)$/.test(request.method) || isAsset(name)
      ? null
      : list(request, name)
  }
  return Object.assign(handler, { close: () => lister.close() })
}
