// Mounts a handler in Node: `(req, res, next)`, for node:http, Express, Connect, Polka and Vite.

import { type IncomingMessage, ServerResponse } from 'node:http'
import {
  type Handler,
  type HandlerRequest,
  type HandlerResponse,
  textResponse,
} from '../../cache/response/http-values.ts'

/** A middleware for Node's servers. Without `next`, requests of other handlers get 404. */
export type NodeMiddleware = (req: IncomingMessage, res: ServerResponse, next?: () => void) => void

/** Must not throw. */
export type OnError = (error: unknown) => void

export const warnOfError: OnError = (error) =>
  console.error('hashbang: a response could not be sent:', error)

/**
 * Turns a handler into a middleware. It never throws: a failed response gets status 500, or is cut
 * off.
 * @param onError Receives the error. Default: a line on standard error.
 */
export function toNode(handler: Handler, onError: OnError = warnOfError): NodeMiddleware {
  return answering(onError, async (req, res, next) => {
    const response = await handler(requestOf(req))
    if (response === null && next) next()
    else send(req, res, response ?? NOT_FOUND)
  })
}

/** A middleware returns no promise: at its end Fastify would go on, as after `next`. */
export const answering =
  (
    onError: OnError,
    answer: (...args: Parameters<NodeMiddleware>) => Promise<void>,
  ): NodeMiddleware =>
  (req, res, next) => {
    answer(req, res, next).catch((error: unknown) => {
      onError(error)
      sendFailure(req, res)
    })
  }

export function requestOf(req: IncomingMessage): HandlerRequest {
  const { method = 'GET', headers } = req
  // A router cuts its mount off `url`, and keeps the whole here.
  const { originalUrl } = req as { originalUrl?: unknown }
  return {
    method,
    headers,
    target: typeof originalUrl === 'string' ? originalUrl : (req.url ?? '/'),
  }
}

/** Cuts off a response that has begun. */
export function sendFailure(req: IncomingMessage, res: ServerResponse): void {
  if (!res.headersSent) send(req, res, BROKEN)
  else if (!res.writableEnded) res.destroy()
}

/** Does nothing once a response was sent, or the client is gone. */
export function send(
  req: IncomingMessage,
  res: ServerResponse,
  { status, headers, body }: HandlerResponse,
): void {
  if (res.headersSent || res.destroyed) return
  begin(req, res, status, headers)
  res.end(req.method === 'HEAD' || body.length === 0 ? undefined : body)
}

export function begin(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  headers: HandlerResponse['headers'],
): void {
  const { 'content-length': length, 'transfer-encoding': coding } = req.headers
  // Nothing reads the request's body, which would block the connection.
  if (coding !== undefined || (length !== undefined && length !== '0')) {
    res.shouldKeepAlive = false
  }
  // A middleware's own may not accept lists.
  const isPlain = res.writeHead === ServerResponse.prototype.writeHead
  res.writeHead(status, isPlain ? listOf(headers) : { ...headers })
}

const lists = new WeakMap<HandlerResponse['headers'], readonly string[]>()

// New header objects each second would slow down all code that reads them.
function listOf(headers: HandlerResponse['headers']): string[] {
  let list = lists.get(headers)
  if (list === undefined) {
    list = Object.freeze(Object.entries(headers).flat())
    lists.set(headers, list)
  }
  // Node never changes the list, though its types allow a change.
  return list as string[]
}

export const NOT_FOUND = textResponse(404, 'There is no page at this address: check its spelling.')
const BROKEN = textResponse(500, 'The response could not be sent: try again.')
