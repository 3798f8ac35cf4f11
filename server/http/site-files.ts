// Serves the files of a site: its builds, adopted apps' files, and answers of adopted apps'
// servers. Tries the mounts in order, the longest paths first; other requests go on. Folders accept
// only GET and HEAD.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Mount } from '../site/adopted-pages.ts'
import type { OnError } from './node-adapter.ts'
import { staticFiles } from './static-files.ts'
import { upstream } from './upstream.ts'

type RequestHandler = (req: IncomingMessage, res: ServerResponse, next: () => void) => void

export function siteFiles(
  mounts: readonly Mount[],
  onError: OnError,
  built: { readonly assets?: string; readonly immutable?: readonly string[] } = {},
): RequestHandler {
  const own = built.assets === undefined ? undefined : pathToFileURL(built.assets).href
  const handlers = mounts.map(({ base, site }) =>
    site.startsWith('file:')
      ? readOnly(
          staticFiles(fileURLToPath(site), base, {
            immutable: site === own ? built.immutable : undefined,
          }),
        )
      : upstream(site, base, onError),
  )
  return (req, res, next) =>
    handlers.reduceRight<() => void>((others, handler) => () => handler(req, res, others), next)()
}

const readOnly =
  (handler: RequestHandler): RequestHandler =>
  (req, res, next) =>
    req.method === 'GET' || req.method === 'HEAD' ? handler(req, res, next) : next()
