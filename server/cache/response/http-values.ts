// Types of requests and responses as values, and responses of one sentence. The handler, the cache
// and the adapters of servers use them.

/** A request, as the handler reads it. */
export interface HandlerRequest {
  readonly method: string
  /** The request target as it came: path and query, not decoded. */
  readonly target: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

/** A response. Do not change it: other requests may share it. */
export interface HandlerResponse {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Empty for HEAD, 304 and redirects. */
  readonly body: Buffer
}

/** Answers a request; null if it is not for this handler. Neither throws nor rejects. */
export type Handler = (request: HandlerRequest) => Promise<HandlerResponse | null>

/** The headers of every response. */
export const COMMON = { 'x-content-type-options': 'nosniff' }

/** Seconds until a rejected client may retry. */
const RETRY_AFTER_S = 2

/** Refuses a request. @param sentence Names the fault and the fix. */
export function refuse(
  status: number,
  sentence: string,
  headers: Readonly<Record<string, string>> = {},
): HandlerResponse {
  const body = Buffer.from(`${sentence}\n`)
  return {
    status,
    headers: {
      ...COMMON,
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'content-length': String(body.length),
      ...headers,
    },
    body,
  }
}

/** Refuses a request until the server has capacity. */
export const refuseForNow = (sentence: string, seconds = RETRY_AFTER_S): HandlerResponse =>
  refuse(503, sentence, { 'retry-after': String(seconds) })
