// Serves everything of a site as one middleware: health, robots.txt, sitemaps, pages, files. Passes
// all other requests to `next`.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { readToken } from '../../../src/url.ts'
import type { Purge, Purged } from '../../cache/purge.ts'
import { type NodeMiddleware, type OnError, send, toNode } from '../../http/node-adapter.ts'
import { refuse, say } from '../../http/responses.ts'
import { siteFiles } from '../../http/site-files.ts'
import type { Handler } from '../../http/types.ts'
import { adoptedPages, mountsOf } from '../../site/adopted-pages.ts'
import type { Config } from '../../site/config.ts'
import type { BuildFacts } from '../../site/manifest.ts'
import { createListing } from '../../tools/sitemap/listing.ts'
import { type AdoptedSite, findStates } from './find-states.ts'
import { ownFiles } from './own-files.ts'
import { purgeEndpoint } from './purge-endpoint.ts'

export interface SiteMiddlewareParts
  extends Pick<Config, 'origin' | 'pages' | 'assets' | 'base'>,
    Pick<BuildFacts, 'immutable'> {
  readonly handler: AdoptedSite
  readonly isReady: () => boolean
  /** Accepts purges over HTTP. Default: none. */
  readonly purges?:
    | { readonly token: string; readonly purge: (which: Purge) => Promise<Purged> }
    | undefined
  /** Serves metrics at a path. Default: none. */
  readonly metrics?: { readonly path: string; readonly answer: Handler } | undefined
}

export interface SiteMiddleware {
  readonly middleware: NodeMiddleware
  close(): Promise<void>
}

/** @param onFailure Receives errors of listings. @param onError Receives errors of responses. */
export function createSiteMiddleware(
  parts: SiteMiddlewareParts,
  onFailure: (error: unknown) => void,
  onError: OnError,
): SiteMiddleware {
  const { handler, isReady, origin, pages, assets, base = '/' } = parts
  // The app's own robots.txt or sitemap.xml at the root takes precedence.
  const own = base === '/' && assets !== undefined ? { assets } : {}
  const closing = new AbortController()
  // One at a time: requests need the same workers.
  const adopted = () =>
    findStates({
      ...{ origin, pages, apps: [], together: 1, signal: closing.signal },
      site: async () => handler,
      tell: onFailure,
    })
  const listing = createListing(
    {
      ...{ origin, pages, handler, ...own },
      ...(adoptedPages(pages).length > 0 && { adopted, isOwn: ownFiles(pages) }),
    },
    onFailure,
  )
  const all = firstOf([health(isReady), metricsAt(parts.metrics), listing, handler])
  // Of these only pages have a query.
  const answers = toNode(
    (request) => (request.target.includes('?') ? handler(request) : all(request)),
    onError,
  )
  const purges =
    parts.purges && purgeEndpoint(parts.purges.token, parts.purges.purge, Object.keys(pages))
  const files = siteFiles(mountsOf(parts), onError, parts)
  return {
    middleware(req, res, next) {
      const rest = () =>
        answers(req, res, () => {
          const isRead = req.method === 'GET' || req.method === 'HEAD'
          const nothing = next ?? (() => missing(req, res, isRead))
          // A state at an unknown path must not get a file.
          if (isUgly(req.url)) nothing()
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

function missing(req: IncomingMessage, res: ServerResponse, isRead: boolean): void {
  const answer = isRead
    ? refuse(404, 'There is nothing here.')
    : refuse(405, 'Use GET or HEAD.', { allow: 'GET, HEAD' })
  send(req, res, answer)
}

const isUgly = (target = ''): boolean =>
  readToken(target.slice(target.indexOf('?') + 1)).use !== 'none'

/** Endpoints for supervisors and load balancers. */
const health =
  (isReady: () => boolean): Handler =>
  async ({ method, target }) => {
    if (method !== 'GET' && method !== 'HEAD') return null
    if (target === '/healthz') return say('It runs.')
    if (target !== '/readyz') return null
    return isReady() ? say('It is ready.') : refuse(503, 'No worker is ready.')
  }

const metricsAt =
  (metrics: SiteMiddlewareParts['metrics']): Handler =>
  async (request) =>
    metrics && request.target === metrics.path && /^(?:GET|HEAD)$/.test(request.method)
      ? metrics.answer(request)
      : null

/** Uses the first handler that responds. */
const firstOf = (handlers: readonly Handler[]): Handler =>
  handlers.reduceRight<Handler>(
    (others, handler) => async (request) => (await handler(request)) ?? others(request),
    async () => null,
  )
