// Mounts a handler in Node: `(req, res, next)`, as node:http, Express, Connect, Polka and Vite take it.
// In: a request of Node's. Out: the answer on its response, or a call of `next`.

import { type IncomingMessage, ServerResponse } from 'node:http'
import { after } from './after.ts'
import type { Handler, HandlerResponse } from './message.ts'
import { refuse } from './respond.ts'

/** A middleware; without `next` a request that is not the handler's is answered 404. */
export type NodeMiddleware = (req: IncomingMessage, res: ServerResponse, next?: () => void) => void

/** Makes a middleware of a handler. */
export function toNode(handler: Handler): NodeMiddleware {
  return (req, res, next) => {
    const { method = 'GET', headers } = req
    // What a router cuts off where it mounts is part of the page's path.
    const { originalUrl } = req as { originalUrl?: unknown }
    const target = typeof originalUrl === 'string' ? originalUrl : (req.url ?? '/')
    after(handler({ method, target, headers }), (response) => {
      if (response === null && next) return next()
      send(req, res, response ?? NOT_FOUND)
    })
  }
}

/** Writes an answer, unless there has been one or the client is gone. */
export function send(
  req: IncomingMessage,
  res: ServerResponse,
  { status, headers, body }: HandlerResponse,
): void {
  if (res.headersSent || res.destroyed) return
  const { 'content-length': length, 'transfer-encoding': coding } = req.headers
  // Nobody reads the body of a request here; the connection it would block goes with it.
  if (coding !== undefined || (length !== undefined && length !== '0')) {
    res.shouldKeepAlive = false
  }
  // A middleware that has put a `writeHead` of its own there may not know lists.
  const isPlain = res.writeHead === ServerResponse.prototype.writeHead
  res.writeHead(status, isPlain ? listOf(headers) : { ...headers })
  res.end(req.method === 'HEAD' || body.length === 0 ? undefined : body)
}

const lists = new WeakMap<HandlerResponse['headers'], string[]>()

// Node takes a flat list as it is. Answers from memory have the same headers again and again, and objects
// that are made anew every second, each of a shape of its own, would make all that reads them slow.
function listOf(headers: HandlerResponse['headers']): string[] {
  let list = lists.get(headers)
  if (list === undefined) {
    list = Object.entries(headers).flat()
    lists.set(headers, list)
  }
  return list
}

const NOT_FOUND = refuse(404, 'There is nothing here.')
