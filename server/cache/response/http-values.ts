// Types of requests and responses as values, and responses of one sentence. The handler and the
// adapters use them.

/** A request, as a handler reads it. */
export interface HandlerRequest {
  readonly method: string
  /** Path and query, not decoded. */
  readonly target: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

/** A response. Do not change it: requests share it. */
export interface HandlerResponse {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Empty for HEAD, 304 and redirects. */
  readonly body: Buffer
}

/** Answers a request; null if it is for another handler. Neither throws nor rejects. */
export type Handler = (request: HandlerRequest) => Promise<HandlerResponse | null>

/** Headers of every response. */
export const COMMON = { 'x-content-type-options': 'nosniff' }

const RETRY_AFTER_S = 2

/** @param sentence Names the fault and the fix. */
export function textResponse(
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
  textResponse(503, sentence, { 'retry-after': String(seconds) })
