// A node:http server with every limit set: what is slow, too much or malformed is ended, and nothing
// that a client sends ends the process. In: what answers requests. Out: a server that can be drained.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { diagnosis } from '../diagnostics/diagnostics.ts'
import { ConfigError } from '../site/settings.ts'
import { keepHeads } from './kept-heads.ts'
import { send } from './node-adapter.ts'
import { refuse } from './responses.ts'
import { admission, CLOSE } from './validate-request.ts'

/** Settings of a listener. Times in ms. */
export interface ListenOptions {
  readonly port: number
  readonly host?: string | undefined
  /** Which values of the Host header are answered; undefined for all. */
  readonly hosts?: readonly string[] | undefined
  /** For how long an idle connection is kept. */
  readonly keepAlive: number
  /** For how long a client that is sent an answer may take nothing of it. Default: 30,000. */
  readonly writeTimeout?: number | undefined
  /** How long a client may take, for its headers and for a whole request, and how often that is looked at. */
  readonly patience?: {
    readonly headers: number
    readonly request: number
    readonly check: number
  }
}

/** A running server. */
export interface Listener {
  readonly port: number
  /** Takes no more connections, waits for the answers under way. @returns How many were cut off in the end. */
  drain(grace: number): Promise<number>
}

const TIMEOUTS = { headers: 10_000, request: 15_000, check: 1000 }
const WRITE_TIMEOUT = 30_000
const MOST_REQUESTS_PER_CONNECTION = 1000
const MOST_CONNECTIONS = 10_000

/** Starts a server. @throws {ConfigError} When it cannot listen; names the setting. */
export async function listen(
  {
    port,
    host,
    hosts,
    keepAlive,
    writeTimeout = WRITE_TIMEOUT,
    patience = TIMEOUTS,
  }: ListenOptions,
  answer: (req: IncomingMessage, res: ServerResponse) => void,
): Promise<Listener> {
  const admit = admission(hosts?.map((name) => name.toLowerCase()))
  // By connection: of requests that a client sent ahead, Node does not say that theirs is gone.
  const connections = new Map<Socket, Set<ServerResponse>>()
  const underWay = () => [...connections.values()].flatMap((responses) => [...responses])
  let draining = false

  const server = createServer(
    {
      connectionsCheckingInterval: patience.check,
      headersTimeout: patience.headers,
      requestTimeout: patience.request,
      keepAliveTimeout: keepAlive,
      // Checked with the other headers: Node's own answer lacks some.
      requireHostHeader: false,
      ServerResponse: keepHeads(),
    },
    (req, res) => {
      if (draining) res.shouldKeepAlive = false
      const refused = admit(req)
      if (refused) send(req, res, refused)
      else answer(req, res)
      if (!res.writableFinished) follow(req.socket, res)
    },
  )
  /** Knows of an answer until it is on its way; most are at once. */
  function follow(socket: Socket, res: ServerResponse): void {
    const responses = connections.get(socket)
    responses?.add(res)
    res.on('close', () => {
      responses?.delete(res)
      // Of those that were kept alive by headers sent before the drain.
      if (draining) setImmediate(() => server.closeIdleConnections())
    })
  }
  server.maxRequestsPerSocket = MOST_REQUESTS_PER_CONNECTION
  server.maxConnections = MOST_CONNECTIONS
  refuseMalformed(server)
  // Node asks for this when nothing has moved on a connection: it looks into a write that is under way, too.
  server.setTimeout(writeTimeout, (socket) => {
    const isAnswered = (connections.get(socket)?.size ?? 0) > 0
    // An answer that is still being made is not the client's fault, and has a deadline of its own.
    if (!isAnswered || socket.writableLength > 0) socket.destroy()
  })
  server.on('connection', (socket) => {
    connections.set(socket, new Set())
    socket.on('close', () => connections.delete(socket))
  })
  server.on('checkExpectation', (req, res) =>
    send(req, res, refuse(417, 'Nothing is expected of this server but to answer.', CLOSE)),
  )

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, ...(host === undefined ? {} : { host }) }, resolve)
  }).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(diagnosis('HB114', explain(error, port, host)))
  })
  server.on('error', () => undefined)
  const address = server.address()

  return {
    port: typeof address === 'object' && address ? address.port : port,
    async drain(grace) {
      draining = true
      for (const res of underWay()) res.shouldKeepAlive = false
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeIdleConnections()
      // To Node, one that has never sent anything is not idle.
      for (const socket of connections.keys()) if (socket.bytesRead === 0) socket.destroy()
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, grace)
      })
      await Promise.race([closed, late])
      clearTimeout(timer)
      const left = underWay().length
      server.closeAllConnections()
      return left
    },
  }
}

const STATUS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

// Fires again and again for one connection, also after a request of it has been answered.
function refuseMalformed(server: Server): void {
  const refused = new WeakSet<object>()
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (refused.has(socket)) return
    refused.add(socket)
    const answered = (socket as Socket).bytesWritten > 0
    if (!socket.writable || answered || error.code === 'ECONNRESET') {
      socket.destroy()
      return
    }
    const status = STATUS[error.code ?? ''] ?? '400 Bad Request'
    socket.end(
      `HTTP/1.1 ${status}\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    )
  })
}

function explain(
  { code, message }: NodeJS.ErrnoException,
  port: number,
  host: string | undefined,
): string {
  switch (code) {
    case 'EADDRINUSE':
      return `"port" is ${port}, and another program listens there: give another port, or 0 for a free one`
    case 'EACCES':
      return `"port" is ${port}, which this user may not use: give one above 1023`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `"host" is "${host}", which is no address of this machine: give one that is, such as "127.0.0.1"`
    default:
      return message
  }
}
