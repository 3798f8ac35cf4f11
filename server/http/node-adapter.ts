// Mounts a handler in Node: `(req, res, next)`, as node:http, Express, Connect, Polka and Vite take it.
// In: a request of Node's. Out: the answer on its response, or a call of `next`.

import { type IncomingMessage, ServerResponse } from 'node:http'
import { andThen } from './maybe-promise.ts'
import { refuse } from './responses.ts'
import type { Handler, HandlerResponse } from './types.ts'

/** A middleware; without `next` a request that is not the handler's is answered 404. */
export type NodeMiddleware = (req: IncomingMessage, res: ServerResponse, next?: () => void) => void

/** Is told what went wrong with an answer; must not throw. */
export type OnError = (error: unknown) => void

/** What is done when nobody asked to be told. */
export const warn: OnError = (error) =>
  console.error('hashbang: an answer could not be written:', error)

/**
 * Makes a middleware of a handler. It never throws: what cannot be written is answered 500, or cut off where an answer has
 * begun.
 *
 * @param onError Told why. Default: a line on standard error.
 */
export function toNode(handler: Handler, onError: OnError = warn): NodeMiddleware {
  const fail = (req: IncomingMessage, res: ServerResponse, error: unknown) => {
    onError(error)
    if (res.headersSent) res.destroy()
    else send(req, res, BROKEN)
  }
  return (req, res, next) => {
    const { method = 'GET', headers } = req
    // What a router cuts off where it mounts is part of the page's path.
    const { originalUrl } = req as { originalUrl?: unknown }
    const target = typeof originalUrl === 'string' ? originalUrl : (req.url ?? '/')
    const answer = (response: HandlerResponse | null) => {
      if (response === null && next) return next()
      try {
        send(req, res, response ?? NOT_FOUND)
      } catch (error) {
        fail(req, res, error)
      }
    }
    const answered = andThen(handler({ method, target, headers }), answer)
    if (answered instanceof Promise) answered.catch((error) => fail(req, res, error))
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

const lists = new WeakMap<HandlerResponse['headers'], readonly string[]>()

// Node takes a flat list as it is. Answers from memory have the same headers again and again, and objects
// that are made anew every second, each of a shape of its own, would make all that reads them slow.
function listOf(headers: HandlerResponse['headers']): string[] {
  let list = lists.get(headers)
  if (list === undefined) {
    list = Object.freeze(Object.entries(headers).flat())
    lists.set(headers, list)
  }
  // Node's types do not say that it changes nothing of it.
  return list as string[]
}

const NOT_FOUND = refuse(404, 'There is nothing here.')
const BROKEN = refuse(500, 'The answer could not be written.')
