// One GET as a crawler makes it: no redirect followed, no cookie kept, bounded in time and size.
// In: an absolute URL. Out: a response or a failure, as values; never a rejection.

/** What a crawler calls itself when its user does not say. */
export const USER_AGENT = 'hashbang-crawl'

/** How a crawler asks. */
export interface FetchOptions {
  readonly userAgent: string
  /** How many ms a request may take. */
  readonly timeout: number
  readonly signal?: AbortSignal | undefined
}

/** What came back. */
export interface Fetched {
  readonly type: 'response'
  readonly status: number
  readonly headers: Headers
  readonly body: Buffer
  /** The body was longer than what is read, and is cut. */
  readonly cut: boolean
}

/** Why nothing came back. */
export interface FetchFailure {
  readonly type: 'failure'
  readonly reason: string
}

/** How many bytes of a body are read. */
const BODY_BYTES = 16 * 1024 * 1024

/** Asks for a URL. */
export async function get(url: string, options: FetchOptions): Promise<Fetched | FetchFailure> {
  const timeout = AbortSignal.timeout(options.timeout)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { 'user-agent': options.userAgent, accept: 'text/html,*/*;q=0.5' },
      signal,
    })
    const { body, cut } = await read(response)
    return { type: 'response', status: response.status, headers: response.headers, body, cut }
  } catch (error) {
    return { type: 'failure', reason: explain(error, timeout, options.timeout) }
  }
}

async function read(response: Response): Promise<{ body: Buffer; cut: boolean }> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > BODY_BYTES) return { body: Buffer.concat(chunks), cut: true }
    chunks.push(chunk)
  }
  return { body: Buffer.concat(chunks), cut: false }
}

function explain(error: unknown, timeout: AbortSignal, ms: number): string {
  if (timeout.aborted) return `no answer in ${ms} ms`
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}

/** True for an answer that says it is HTML. */
export const isHtml = ({ headers }: Fetched): boolean =>
  /^(?:text\/html|application\/xhtml\+xml)\b/i.test(headers.get('content-type') ?? '')
