// Proxies requests to an adopted app's own server. Streams answers; methods and bodies pass
// unchanged. Answers 502 and reports it if the server cannot be reached.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { createProxyServer } from 'httpxy'
import { type OnError, send } from './node-adapter.ts'
import { refuse } from './responses.ts'

type RequestHandler = (req: IncomingMessage, res: ServerResponse, next: () => void) => void

/** Most ms that the other server may be silent. */
const PATIENCE = 30_000

/**
 * Creates the middleware.
 *
 * @param target The URL that stands for `base` there.
 * @param onError Receives the reason for a missing answer.
 */
export function upstream(target: string, base: string, onError: OnError): RequestHandler {
  const proxy = createProxyServer({
    ...{ changeOrigin: true, xfwd: true, ignorePath: true, autoRewrite: true },
    proxyTimeout: PATIENCE,
  })
  return (req, res, next) => {
    const { url = '/' } = req
    if (!url.startsWith(base)) return next()
    const to = new URL(url.slice(base.length) || '.', target)
    proxy.web(req, res, { target: to }).catch((error: unknown) => {
      onError(error)
      if (res.headersSent) res.destroy()
      else send(req, res, refuse(502, 'The app cannot be reached. Try again.'))
    })
  }
}
