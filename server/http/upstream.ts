// Requests that another server answers: an adopted app that runs elsewhere. In: requests of anyone below a path. Out: that
// server's answers, streamed; one that cannot be reached is answered 502, and told. Bodies and methods go as they came.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { createProxyServer } from 'httpxy'
import { type OnError, send } from './node-adapter.ts'
import { refuse } from './responses.ts'

type RequestHandler = (req: IncomingMessage, res: ServerResponse, next: () => void) => void

/** ms that the other server may be silent. */
const PATIENCE = 30_000

/**
 * Makes the middleware.
 *
 * @param target The URL that stands for `base` there.
 * @param onError Told why there was no answer.
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
