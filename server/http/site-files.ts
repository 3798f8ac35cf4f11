// The files of a site: those of its builds, those of adopted apps, and what servers of adopted apps answer. In: mounts, the longest
// paths first. Out: one middleware; what none of them has goes on. Folders are read only, by GET and HEAD.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { Mount } from '../site/adopted-pages.ts'
import type { OnError } from './node-adapter.ts'
import { staticFiles } from './static-files.ts'
import { upstream } from './upstream.ts'

type RequestHandler = (req: IncomingMessage, res: ServerResponse, next: () => void) => void

/** Makes the middleware. */
export function siteFiles(mounts: readonly Mount[], onError: OnError): RequestHandler {
  const handlers = mounts.map(({ base, site, followLinks }) =>
    site.startsWith('file:')
      ? readOnly(staticFiles(fileURLToPath(site), base, followLinks))
      : upstream(site, base, onError),
  )
  return (req, res, next) =>
    handlers.reduceRight<() => void>((others, handler) => () => handler(req, res, others), next)()
}

const readOnly =
  (handler: RequestHandler): RequestHandler =>
  (req, res, next) =>
    req.method === 'GET' || req.method === 'HEAD' ? handler(req, res, next) : next()
