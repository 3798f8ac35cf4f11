// Serves the files of a site's builds and adopted apps, and proxies adopted apps' servers. The
// site's middleware calls it. The longest paths are first.

import { fileURLToPath, pathToFileURL } from 'node:url'
import { createProxyServer } from 'httpxy'
import { textResponse } from '../../cache/response/http-values.ts'
import type { Mount } from '../../site/adopted-pages.ts'
import type { Config } from '../../site/config.ts'
import type { BuildFacts } from '../../site/manifest.ts'
import { type OnError, send } from './node-adapter.ts'
import { type RequestHandler, staticFiles } from './static-files.ts'

/** How long an adopted app's server may be silent. */
const SILENCE_MS = 30_000

export function serveMounts(
  mounts: readonly Mount[],
  onError: OnError,
  { assets, immutable }: Pick<Config, 'assets'> & Pick<BuildFacts, 'immutable'> = {},
): RequestHandler {
  const assetsUrl = assets === undefined ? undefined : pathToFileURL(assets).href
  const ofBuild = immutable && new Set(immutable)
  const handlers = mounts.map(({ base, site, followLinks }) => {
    if (!site.startsWith('file:')) return upstream(site, base, onError)
    const options = { immutable: site === assetsUrl ? ofBuild : undefined, followLinks, onError }
    return readOnly(staticFiles(fileURLToPath(site), base, options))
  })
  return (req, res, next) =>
    handlers.reduceRight<() => void>((others, handler) => () => handler(req, res, others), next)()
}

const readOnly =
  (handler: RequestHandler): RequestHandler =>
  (req, res, next) =>
    req.method === 'GET' || req.method === 'HEAD' ? handler(req, res, next) : next()

/** @param target Stands for `base` on the other server. */
function upstream(target: string, base: string, onError: OnError): RequestHandler {
  const proxy = createProxyServer({
    changeOrigin: true,
    xfwd: true,
    ignorePath: true,
    autoRewrite: true,
    proxyTimeout: SILENCE_MS,
  })
  return (req, res, next) => {
    const { url = '/' } = req
    if (!url.startsWith(base)) return next()
    const to = new URL(url.slice(base.length) || '.', target)
    proxy.web(req, res, { target: to }).catch((error: unknown) => {
      onError(error)
      if (res.headersSent) res.destroy()
      else send(req, res, textResponse(502, 'The app cannot be reached. Try again.'))
    })
  }
}
