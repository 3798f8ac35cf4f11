// Serves a site as one middleware: purges, health, robots.txt, sitemaps, pages, files, in this
// order. `createSite` calls it.

import type { IncomingMessage } from 'node:http'
import {
  type Handler,
  type HandlerRequest,
  type HandlerResponse,
  textResponse,
} from '../../cache/response/http-values.ts'
import type { Purge, Purged } from '../../cache/tags.ts'
import { adoptedPages, mountsOf } from '../../site/adopted-pages.ts'
import type { Config } from '../../site/config.ts'
import type { BuildFacts } from '../../site/manifest.ts'
import type { FetchSettings } from '../../snapshot/fetch/code-fetch.ts'
import { answering, NOT_FOUND, requestOf, send } from '../http/node-adapter.ts'
import { isUgly, refusedPath } from '../http/request-target.ts'
import { serveMounts } from '../http/serve-mounts.ts'
import { Listing } from '../listing/listing.ts'
import type { Observer } from '../observe/events.ts'
import { hasOwnFiles } from './adopted-sitemap.ts'
import { type AdoptedHandler, findStates } from './find-states.ts'
import { purgeEndpoint } from './purge-endpoint.ts'

export interface SiteMiddlewareParts
  extends FetchSettings,
    Pick<Config, 'metrics' | 'purgeToken'>,
    Pick<BuildFacts, 'immutable'> {
  readonly handler: AdoptedHandler
  readonly observe: Observer
  readonly isReady: () => boolean
  /** Default: never. */
  readonly isStopping?: (() => boolean) | undefined
  /** Purges over HTTP, with the token. */
  readonly purge: (which: Purge) => Promise<Purged>
  /** Answers requests for the path of the setting `metrics`. */
  readonly answerMetrics?: Handler | undefined
}

export function createSiteMiddleware(parts: SiteMiddlewareParts) {
  const { handler, pages, observe, purge, purgeToken } = parts
  const warn = (fault: string) => (error: unknown) =>
    observe({ type: 'warning', state: '', warnings: [`${fault}: ${error}`] })
  const onError = warn('A response could not be sent')
  const listing = listingOf(parts, warn('There is no sitemap'))
  const files = serveMounts(mountsOf(parts), onError, parts)
  const purges =
    purgeToken === undefined ? undefined : purgeEndpoint(purgeToken, purge, Object.keys(pages))
  const middleware = answering(onError, async (req, res, next) => {
    if (purges?.(req, res)) return
    const request = requestOf(req)
    // The status and the lists have no query.
    const beside = request.target.includes('?')
      ? null
      : ((await status(request, parts)) ?? (await listing.handle(request)))
    const response = beside ?? (await handler(request))
    if (response !== null) return send(req, res, response)
    const refused = refusedPath(req.url ?? '/')
    const nothing = next ?? (() => send(req, res, missing(req, refused)))
    // A state at an unknown path must get no file.
    if (refused || isUgly(req.url)) nothing()
    else files(req, res, nothing)
  })
  return { middleware, close: () => listing.close() }
}

/** An adopted app's own robots.txt or sitemap.xml wins. */
function listingOf(parts: SiteMiddlewareParts, onFailure: (error: unknown) => void): Listing {
  const { origin, pages, handler, observe } = parts
  const warn = (warning: string) => observe({ type: 'warning', state: '', warnings: [warning] })
  const adopted = (onState: () => void, signal: AbortSignal) =>
    findStates({
      origin,
      pages,
      apps: [],
      // Requests need the same workers.
      together: 1,
      signal,
      warn,
      onState,
      site: async () => handler,
    })
  const ofAdopted = adoptedPages(pages).length > 0 && { adopted, isOwn: hasOwnFiles(parts) }
  return new Listing({ ...parts, warn, ...ofAdopted }, onFailure)
}

const isRead = ({ method }: { readonly method?: string | undefined }): boolean =>
  method === 'GET' || method === 'HEAD'

const missing = (
  request: IncomingMessage,
  refused: HandlerResponse = NOT_FOUND,
): HandlerResponse => (isRead(request) ? refused : READ_ONLY)

const READ_ONLY = textResponse(405, 'This method is not allowed: use GET or HEAD.', {
  allow: 'GET, HEAD',
})

/** Answers supervisors, load balancers and Prometheus. */
async function status(
  request: HandlerRequest,
  { isReady, isStopping, metrics, answerMetrics }: SiteMiddlewareParts,
): Promise<HandlerResponse | null> {
  const { target } = request
  if (!isRead(request)) return null
  if (target === metrics && answerMetrics) return answerMetrics(request)
  if (target === '/healthz') return textResponse(200, 'It runs.')
  if (target !== '/readyz') return null
  if (isStopping?.()) return textResponse(503, 'It is being stopped.')
  return isReady() ? textResponse(200, 'It is ready.') : textResponse(503, 'No worker is ready.')
}
