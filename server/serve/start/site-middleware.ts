// Serves a site as one middleware: health, robots.txt, sitemaps, pages, files. `createSite` calls
// it.

import type { IncomingMessage } from 'node:http'
import {
  type Handler,
  type HandlerResponse,
  textResponse,
} from '../../cache/response/http-values.ts'
import type { Purge, Purged } from '../../cache/tags.ts'
import { adoptedPages, mountsOf } from '../../site/adopted-pages.ts'
import type { Config } from '../../site/config.ts'
import type { BuildFacts } from '../../site/manifest.ts'
import type { FetchSettings } from '../../snapshot/fetch/code-fetch.ts'
import { type NodeMiddleware, send, toNode } from '../http/node-adapter.ts'
import { isUgly, refusedPath } from '../http/request-target.ts'
import { serveMounts } from '../http/serve-mounts.ts'
import { createListing } from '../listing/listing.ts'
import type { Observer } from '../observe/events.ts'
import { hasOwnFiles } from './adopted-sitemap.ts'
import { findStates } from './find-states.ts'
import { purgeEndpoint } from './purge-endpoint.ts'
import type { AdoptedHandler } from './walk-states.ts'

export interface SiteMiddlewareParts
  extends FetchSettings,
    Pick<Config, 'metrics'>,
    Pick<BuildFacts, 'immutable'> {
  readonly handler: AdoptedHandler
  readonly observe: Observer
  readonly isReady: () => boolean
  readonly isStopping: () => boolean
  /** Default: no purges over HTTP. */
  readonly purges?:
    | { readonly token: string; readonly purge: (which: Purge) => Promise<Purged> }
    | undefined
  /** At the setting's path. */
  readonly answerMetrics?: Handler | undefined
}

export interface SiteMiddleware {
  readonly middleware: NodeMiddleware
  close(): Promise<void>
}

export function createSiteMiddleware(parts: SiteMiddlewareParts): SiteMiddleware {
  const { handler, metrics, answerMetrics, pages, observe } = parts
  const warn = (fault: string) => (error: unknown) =>
    observe({ type: 'warning', state: '', warnings: [`${fault}: ${error}`] })
  const onError = warn('A response could not be sent')
  const closing = new AbortController()
  const listing = listingOf(parts, warn('There is no sitemap'), closing.signal)
  const withoutQuery: Handler = async (request) => {
    const { target } = request
    if (isRead(request)) {
      const response = target === metrics ? answerMetrics?.(request) : health(target, parts)
      if (response) return response
    }
    return (await listing(request)) ?? handler(request)
  }
  // Only pages have a query.
  const answers = toNode(
    (request) => (request.target.includes('?') ? handler(request) : withoutQuery(request)),
    onError,
  )
  const purges =
    parts.purges && purgeEndpoint(parts.purges.token, parts.purges.purge, Object.keys(pages))
  const files = serveMounts(mountsOf(parts), onError, parts)
  return {
    middleware(req, res, next) {
      const rest = () =>
        answers(req, res, () => {
          const refused = refusedPath(req.url ?? '/')
          const nothing = next ?? (() => send(req, res, missing(req, refused)))
          // A state at an unknown path must get no file.
          if (refused || isUgly(req.url)) nothing()
          else files(req, res, nothing)
        })
      if (purges) purges(req, res, rest)
      else rest()
    },
    async close() {
      closing.abort()
      await listing.close()
    },
  }
}

/** An adopted app's own robots.txt or sitemap.xml wins. */
function listingOf(
  parts: SiteMiddlewareParts,
  onFailure: (error: unknown) => void,
  signal: AbortSignal,
): ReturnType<typeof createListing> {
  const { origin, pages, handler, observe } = parts
  const warn = (warning: string) => observe({ type: 'warning', state: '', warnings: [warning] })
  const adopted = (onState: () => void) =>
    findStates({
      // Requests need the same workers.
      ...{ origin, pages, apps: [], together: 1, signal, warn, onState },
      site: async () => handler,
    })
  return createListing(
    {
      ...parts,
      warn,
      ...(adoptedPages(pages).length > 0 && { adopted, isOwn: hasOwnFiles(pages) }),
    },
    onFailure,
  )
}

const isRead = ({ method }: { readonly method?: string | undefined }): boolean =>
  method === 'GET' || method === 'HEAD'

const missing = (request: IncomingMessage, refused: HandlerResponse = NOTHING): HandlerResponse =>
  isRead(request) ? refused : READ_ONLY

const NOTHING = textResponse(404, 'There is no page at this address: check its spelling.')
const READ_ONLY = textResponse(405, 'This method is not allowed: use GET or HEAD.', {
  allow: 'GET, HEAD',
})

/** For supervisors and load balancers. */
function health(
  target: string,
  { isReady, isStopping }: SiteMiddlewareParts,
): HandlerResponse | undefined {
  if (target === '/healthz') return textResponse(200, 'It runs.')
  if (target !== '/readyz') return undefined
  if (isStopping()) return textResponse(503, 'It is being stopped.')
  return isReady() ? textResponse(200, 'It is ready.') : textResponse(503, 'No worker is ready.')
}
