// Serves everything of a site as one middleware: health, robots.txt, sitemaps, pages, files. Passes
// all other requests to `next`.

import type { IncomingMessage } from 'node:http'
import { type Handler, type HandlerResponse, refuse } from '../../cache/response/http-values.ts'
import type { Purge, Purged } from '../../cache/tags.ts'
import { adoptedPages, mountsOf } from '../../site/adopted-pages.ts'
import type { Config } from '../../site/config.ts'
import type { BuildFacts } from '../../site/manifest.ts'
import type { FetchSettings } from '../../snapshot/fetch/code-fetch.ts'
import { type NodeMiddleware, send, toNode } from '../http/node-adapter.ts'
import { isUgly, refusedPath } from '../http/request-target.ts'
import { siteFiles } from '../http/serve-mounts.ts'
import { createListing } from '../listing/listing.ts'
import type { Observer } from '../observe/events.ts'
import { hasOwnFiles } from './adopted-sitemap.ts'
import { findStates } from './find-states.ts'
import { purgeEndpoint } from './purge-endpoint.ts'
import type { AdoptedSite } from './walk-states.ts'

export interface SiteMiddlewareParts
  extends FetchSettings,
    Pick<Config, 'metrics'>,
    Pick<BuildFacts, 'immutable'> {
  readonly handler: AdoptedSite
  readonly observe: Observer
  readonly isReady: () => boolean
  readonly isStopping: () => boolean
  /** Accepts purges over HTTP. Default: none. */
  readonly purges?:
    | { readonly token: string; readonly purge: (which: Purge) => Promise<Purged> }
    | undefined
  /** Serves the metrics, at the path of the setting. */
  readonly answerMetrics?: Handler | undefined
}

export interface SiteMiddleware {
  readonly middleware: NodeMiddleware
  close(): Promise<void>
}

export function createSiteMiddleware(parts: SiteMiddlewareParts): SiteMiddleware {
  const { handler, metrics, answerMetrics, pages, observe } = parts
  const tell = (what: string) => (error: unknown) =>
    observe({ type: 'warning', state: '', warnings: [`${what}: ${error}`] })
  const onError = tell('An answer could not be written')
  const closing = new AbortController()
  const listing = listingOf(parts, tell('There is no sitemap'), closing.signal)
  const withoutQuery: Handler = async (request) => {
    const { target } = request
    if (isRead(request)) {
      const response = target === metrics ? answerMetrics?.(request) : health(target, parts)
      if (response) return response
    }
    return (await listing(request)) ?? handler(request)
  }
  // Of all these only pages have a query.
  const answers = toNode(
    (request) => (request.target.includes('?') ? handler(request) : withoutQuery(request)),
    onError,
  )
  const purges =
    parts.purges && purgeEndpoint(parts.purges.token, parts.purges.purge, Object.keys(pages))
  const files = siteFiles(mountsOf(parts), onError, parts)
  return {
    middleware(req, res, next) {
      const rest = () =>
        answers(req, res, () => {
          const refused = refusedPath(req.url ?? '/')
          const nothing = next ?? (() => send(req, res, missing(req, refused)))
          // A state at an unknown path must not get a file.
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

/** The own robots.txt or sitemap.xml of an app at the root takes precedence. */
function listingOf(
  parts: SiteMiddlewareParts,
  onFailure: (error: unknown) => void,
  signal: AbortSignal,
): ReturnType<typeof createListing> {
  const { origin, pages, handler } = parts
  const adopted = () =>
    findStates({
      // One at a time: requests need the same workers.
      ...{ origin, pages, apps: [], together: 1, signal, tell: onFailure },
      site: async () => handler,
    })
  return createListing(
    {
      ...parts,
      ...(adoptedPages(pages).length > 0 && { adopted, isOwn: hasOwnFiles(pages) }),
    },
    onFailure,
  )
}

const isRead = ({ method }: { readonly method?: string | undefined }): boolean =>
  method === 'GET' || method === 'HEAD'

const missing = (request: IncomingMessage, refused: HandlerResponse = NOTHING): HandlerResponse =>
  isRead(request) ? refused : READ_ONLY

const NOTHING = refuse(404, 'There is nothing here.')
const READ_ONLY = refuse(405, 'Use GET or HEAD.', { allow: 'GET, HEAD' })

/** Endpoints for supervisors and load balancers. */
function health(
  target: string,
  { isReady, isStopping }: SiteMiddlewareParts,
): HandlerResponse | undefined {
  if (target === '/healthz') return refuse(200, 'It runs.')
  if (target !== '/readyz') return undefined
  if (isStopping()) return refuse(503, 'It is being stopped.')
  return isReady() ? refuse(200, 'It is ready.') : refuse(503, 'No worker is ready.')
}
