// Runs a node:http server with every limit set, for `start-server.ts`. It ends slow, excessive and
// invalid requests, and drains.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { type HandlerResponse, textResponse } from '../../cache/response/http-values.ts'
import { diagnosis } from '../../diagnostics/diagnosis.ts'
import { ConfigError } from '../../site/check-settings.ts'
import { send } from './node-adapter.ts'
import { INVALID, isTarget } from './request-target.ts'

/** Times in ms. */
export interface ListenOptions {
  readonly port: number
  /** Default: `port`. */
  readonly setting?: 'port' | 'metrics'
  readonly host?: string | undefined
  readonly keepAlive: number
  /** How long a client may read nothing. Default: 30,000. */
  readonly writeTimeout?: number | undefined
  /** How long a client's headers and whole request may take, and the time between checks. */
  readonly patience?: {
    readonly headers: number
    readonly request: number
    readonly check: number
  }
}

type Answer = (req: IncomingMessage, res: ServerResponse) => void

const TIMEOUTS = { headers: 10_000, request: 15_000, check: 1000 }
const WRITE_TIMEOUT_MS = 30_000
const MOST_REQUESTS_PER_CONNECTION = 1000
const MOST_CONNECTIONS = 10_000

/** @throws {ConfigError} When it cannot listen; names the setting. */
export async function listen(options: ListenOptions): Promise<Listener> {
  const listener = new Listener(options)
  await listener.listen()
  return listener
}

export class Listener {
  readonly #options: ListenOptions
  readonly #server: Server
  readonly #admit = admission()
  readonly #held: (() => void)[] = []
  #answer: Answer = (req, res) => void this.#held.push(() => this.#answer(req, res))
  /** Node does not report that pipelined requests lost their client. */
  readonly #connections = new Map<Socket, Set<ServerResponse>>()
  #port: number
  #isDraining = false

  constructor(options: ListenOptions) {
    this.#options = options
    this.#port = options.port
    const { keepAlive, writeTimeout = WRITE_TIMEOUT_MS, patience = TIMEOUTS } = options
    const server = createServer(
      {
        connectionsCheckingInterval: patience.check,
        headersTimeout: patience.headers,
        requestTimeout: patience.request,
        keepAliveTimeout: keepAlive,
        // Node's own response lacks some headers.
        requireHostHeader: false,
      },
      (req, res) => this.#receive(req, res),
    )
    server.maxRequestsPerSocket = MOST_REQUESTS_PER_CONNECTION
    server.maxConnections = MOST_CONNECTIONS
    refuseMalformed(server)
    // Fires during a pending write, too.
    server.setTimeout(writeTimeout, (socket) => this.#endIfSlow(socket))
    server.on('connection', (socket) => {
      this.#connections.set(socket, new Set())
      socket.on('close', () => this.#connections.delete(socket))
    })
    server.on('checkExpectation', (req, res) =>
      send(
        req,
        res,
        textResponse(417, 'This "Expect" header is not supported: leave it out.', CLOSE),
      ),
    )
    this.#server = server
  }

  get port(): number {
    return this.#port
  }

  async listen(): Promise<void> {
    const { port, setting = 'port', host } = this.#options
    const server = this.#server
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ port, ...(host === undefined ? {} : { host }) }, resolve)
    }).catch((error: NodeJS.ErrnoException) => {
      throw new ConfigError(diagnosis('HB114', explain(error, { port, setting, host })))
    })
    server.on('error', () => undefined)
    const address = server.address()
    if (typeof address === 'object' && address) this.#port = address.port
  }

  /** Answers the requests, which have waited until then. */
  open(answer: Answer): void {
    this.#answer = answer
    for (const pass of this.#held.splice(0)) pass()
  }

  /** Waits for responses. @returns How many were cut off. */
  async drain(grace: number): Promise<number> {
    this.#isDraining = true
    const server = this.#server
    for (const res of this.#pending()) res.shouldKeepAlive = false
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeIdleConnections()
    // Node counts no connection as idle that has sent nothing.
    for (const socket of this.#connections.keys()) if (socket.bytesRead === 0) socket.destroy()
    await Promise.race([closed, delay(grace, undefined, { ref: false })])
    const left = this.#pending().length
    server.closeAllConnections()
    return left
  }

  #receive(req: IncomingMessage, res: ServerResponse): void {
    if (this.#isDraining) res.shouldKeepAlive = false
    const refused = this.#admit(req)
    if (refused) send(req, res, refused)
    else this.#answer(req, res)
    if (!res.writableFinished) this.#follow(req.socket, res)
  }

  #follow(socket: Socket, res: ServerResponse): void {
    const responses = this.#connections.get(socket)
    responses?.add(res)
    res.on('close', () => {
      responses?.delete(res)
      // Headers sent before the drain kept them alive.
      if (this.#isDraining) setImmediate(() => this.#server.closeIdleConnections())
    })
  }

  /** A pending response has its own deadline. */
  #endIfSlow(socket: Socket): void {
    const isPending = (this.#connections.get(socket)?.size ?? 0) > 0
    if (!isPending || socket.writableLength > 0) socket.destroy()
  }

  #pending(): ServerResponse[] {
    return [...this.#connections.values()].flatMap((responses) => [...responses])
  }
}

/** Ends the connection. */
const CLOSE = { connection: 'close' }

/**
 * Creates the check for requests that Node's parser accepts, though they are invalid.
 * RFC 9112, 2.3 (version), 3.2 (target, Host), 6.1 (transfer codings)
 */
function admission(): (request: IncomingMessage) => HandlerResponse | undefined {
  // Clients repeat a host.
  let validHost: string | undefined
  return ({ method, url = '', httpVersion, headers, rawHeaders }) => {
    if (httpVersion !== '1.1' && httpVersion !== '1.0') {
      return textResponse(505, 'This HTTP version is not supported: use HTTP/1.1.', CLOSE)
    }
    const { host } = headers
    if (host === undefined ? httpVersion === '1.1' : hostsOf(rawHeaders) > 1) return BAD_HOST
    if (host !== undefined && host !== validHost) {
      if (!isHost(host)) return BAD_HOST
      validHost = host
    }
    const coding = headers['transfer-encoding']
    if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
      return textResponse(
        400,
        'This transfer coding is not supported: send the body plain or chunked.',
        CLOSE,
      )
    }
    if (method === 'OPTIONS' && url === '*') {
      return textResponse(405, 'This method is not allowed: use GET or HEAD.', {
        allow: 'GET, HEAD',
      })
    }
    return isTarget(url) ? undefined : INVALID
  }
}

const BAD_HOST = textResponse(
  400,
  'The request must have one Host header, of a host and maybe a port.',
  CLOSE,
)

const HOST = /^(?:\[[\da-f:.]+\]|[a-z\d](?:[a-z\d_-]|\.(?!\.))*)(?::(\d{1,5}))?$/i

function isHost(host: string): boolean {
  const match = host.length <= 261 ? HOST.exec(host) : null
  return match !== null && Number(match[1] ?? 0) <= 65_535
}

/** Counts the Host headers, of which Node's `headers` has the first alone. */
function hostsOf(rawHeaders: readonly string[]): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count
}

const MALFORMED = ['400 Bad Request', 'The request is no HTTP/1.1.'] as const
const STATUS: Readonly<Record<string, readonly [status: string, sentence: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time.'],
}

// Fires repeatedly for a connection, even after a response.
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
    const [status, sentence] = STATUS[error.code ?? ''] ?? MALFORMED
    const body = `${sentence}\n`
    socket.end(
      `HTTP/1.1 ${status}\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    )
  })
}

function explain(
  { code, message }: NodeJS.ErrnoException,
  { port, setting, host }: Pick<ListenOptions, 'port' | 'setting' | 'host'>,
): string {
  const set = (other: number) => (setting === 'port' ? `--port ${other}` : `METRICS=${other}`)
  switch (code) {
    case 'EADDRINUSE':
      return `"${setting}" is ${port}, and another server listens there. Stop it, or set another port, such as ${set(port === 65_535 ? port - 1 : port + 1)}; 0 takes a free one`
    case 'EACCES':
      return `"${setting}" is ${port}, and your user may not listen there. Set a port above 1023, such as ${set(setting === 'port' ? 3000 : 9090)}`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `"host" is "${host}", and this machine has no such address. Set one that it has, such as --host 127.0.0.1`
    default:
      return message
  }
}
