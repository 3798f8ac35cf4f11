// Serves /robots.txt, /llms.txt, /sitemap.xml and the files that it leads to. In: requests. Out: answers, null for all
// other targets. Listed anew in a thread every hour, while the last listing is answered; nobody waits for it for long.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { prepareResponse } from '../http/prepared-response.ts'
import { refuseForNow } from '../http/responses.ts'
import type { Handler, HandlerRequest, HandlerResponse } from '../http/types.ts'
import type { Config } from '../site/load-config.ts'
import { createLister, type ListedSite, type ListingTimes } from './lister.ts'

/** A handler with the thread that it may have. */
export type Listing = Handler & { close(): Promise<void> }

const NAME = /^\/((?:robots|llms)\.txt|sitemap(?:-\d+)?\.xml(?:\.gz)?)$/

/** What is listed, and what goes first. */
export interface ListingParts extends ListedSite, Pick<Config, 'assets'> {
  /** Whether the site has a file of its own at a path of the root. Default: only those of `assets`. */
  readonly isOwn?: ((name: string) => Promise<boolean>) | undefined
}

/** For how many ms a request waits for the first listing. */
const LISTING_DEADLINE = 10_000

/**
 * Makes the handler of a site's sitemap and robots.txt. A file of the same name among the assets goes first.
 *
 * @param onFailure Told why there is no listing.
 */
export function createListing(
  { origin, pages, assets, adopted, isOwn }: ListingParts,
  onFailure: (error: unknown) => void = (error) => console.warn(`hashbang: no sitemap: ${error}`),
  { patience = LISTING_DEADLINE, ...times }: ListingTimes & { readonly patience?: number } = {},
): Listing {
  const lister = createLister(
    { origin, pages, adopted },
    ({ type, body }) => {
      const headers = { 'content-type': type, 'x-content-type-options': 'nosniff' }
      return prepareResponse({ status: 200, headers, body: Buffer.from(body) })
    },
    onFailure,
    times,
  )
  const isAsset = (name: string) => assets !== undefined && existsSync(join(assets, name))

  async function list(request: HandlerRequest, name: string): Promise<HandlerResponse | null> {
    if (await isOwn?.(name)) return null
    lister.refresh()
    if (!lister.isWhole) await soon(lister.when(name), patience)
    const entry = lister.file(name)
    if (entry) return entry.answer(request, 'max-age=3600')
    return lister.isWhole ? null : refuseForNow('The states cannot be listed just now. Try again.')
  }
  const handler: Handler = (request) => {
    const name = NAME.exec(request.target)?.[1]
    return name === undefined || !/^(?:GET|HEAD)$/.test(request.method) || isAsset(name)
      ? null
      : list(request, name)
  }
  return Object.assign(handler, { close: () => lister.close() })
}

async function soon(work: Promise<void>, patience: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patience)
  })
  await Promise.race([work, late])
  clearTimeout(timer)
}
