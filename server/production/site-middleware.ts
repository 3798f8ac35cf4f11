// All that a site's server answers, as one middleware: health, robots.txt and sitemaps, pages, files.
// In: the handler of the pages, and where the files are. Out: answers; what is nothing of the site goes on to `next`.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { readToken } from '../../src/url.ts'
import { andThen } from '../http/maybe-promise.ts'
import { type NodeMiddleware, type OnError, send, toNode } from '../http/node-adapter.ts'
import { refuse, say } from '../http/responses.ts'
import { siteFiles } from '../http/site-files.ts'
import type { Handler } from '../http/types.ts'
import { adoptedPages, mountsOf } from '../site/adopted-pages.ts'
import type { Config } from '../site/load-config.ts'
import { createListing } from '../sitemap/listing.ts'
import { type AdoptedSite, findStates } from './find-states.ts'
import { ownFiles } from './own-files.ts'

/** What it is made of. */
export interface SiteMiddlewareParts
  extends Pick<Config, 'origin' | 'pages' | 'assets' | 'base' | 'followLinks'> {
  /** Answers pages. */
  readonly handler: AdoptedSite
  /** Whether a snapshot can be made now. */
  readonly isReady: () => boolean
}

/** The middleware, with the thread that it may have. */
export interface SiteMiddleware {
  readonly middleware: NodeMiddleware
  close(): Promise<void>
}

/**
 * Makes the middleware.
 *
 * @param onFailure Told why there is no listing.
 * @param onError Told why an answer could not be written.
 */
export function createSiteMiddleware(
  parts: SiteMiddlewareParts,
  onFailure: (error: unknown) => void,
  onError: OnError,
): SiteMiddleware {
  const { handler, isReady, origin, pages, assets, base = '/' } = parts
  // A robots.txt or sitemap.xml of the app's own goes first, where it stands at the root.
  const own = base === '/' && assets !== undefined ? { assets } : {}
  const closing = new AbortController()
  // One by one: readers are served by the same workers.
  const adopted = () =>
    findStates({
      ...{ origin, pages, apps: [], together: 1, signal: closing.signal },
      site: async () => handler,
      tell: onFailure,
    })
  const listing = createListing(
    {
      ...{ origin, pages, ...own },
      ...(adoptedPages(pages).length > 0 && { adopted, isOwn: ownFiles(pages) }),
    },
    onFailure,
  )
  const answers = toNode(firstOf([health(isReady), listing, handler]), onError)
  const files = siteFiles(mountsOf(parts), onError)
  return {
    middleware(req, res, next) {
      answers(req, res, () => {
        const isRead = req.method === 'GET' || req.method === 'HEAD'
        const nothing = next ?? (() => missing(req, res, isRead))
        // Whoever asks for a state by a path that is no page's is not answered with a file.
        if (isUgly(req.url)) nothing()
        else files(req, res, nothing)
      })
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

/** What a supervisor and a balancer ask. */
const health =
  (isReady: () => boolean): Handler =>
  ({ method, target }) => {
    if (method !== 'GET' && method !== 'HEAD') return null
    if (target === '/healthz') return say('It runs.')
    if (target !== '/readyz') return null
    return isReady() ? say('It is ready.') : refuse(503, 'No worker is ready.')
  }

/** Answers by the first that has an answer. */
const firstOf = (handlers: readonly Handler[]): Handler =>
  handlers.reduceRight<Handler>(
    (others, handler) => (request) =>
      andThen(handler(request), (response) => response ?? others(request)),
    () => null,
  )
