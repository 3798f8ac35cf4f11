// Mounts a handler in Node: `(req, res, next)`, as node:http, Express, Connect, Polka and Vite take it.
// In: a request of Node's. Out: the answer on its response, or a call of `next`.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Handler } from './message.ts'

/** A middleware; without `next` a request that is not the handler's is answered 404. */
export type NodeMiddleware = (req: IncomingMessage, res: ServerResponse, next?: () => void) => void

/** Makes a middleware of a handler. */
export function toNode(handler: Handler): NodeMiddleware {
  return (req, res, next) => {
    const request = { method: req.method ?? 'GET', target: req.url ?? '/', headers: req.headers }
    void handler(request).then((response) => {
      if (response === null && next) return next()
      if (res.headersSent || res.destroyed) return
      const { status, headers, body } = response ?? NOT_FOUND
      res.writeHead(status, headers).end(body)
    })
  }
}

const NOT_FOUND = {
  status: 404,
  headers: {
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  },
  body: 'There is nothing here.\n',
}
