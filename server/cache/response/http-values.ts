// HTTP as values, between the handler and the server that mounts it.

/** What the handler reads of a request. */
export interface HandlerRequest {
  readonly method: string
  /** The request target as it came: path and query, not decoded. */
  readonly target: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

/** What the handler answers. Not to be changed: it may be given to others, too. */
export interface HandlerResponse {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Empty for HEAD, 304 and redirects. */
  readonly body: Buffer
}

/** Answers a request; null when it is none of a snapshot server's. Neither throws nor rejects. */
export type Handler = (request: HandlerRequest) => Promise<HandlerResponse | null>
