// Sends a GET without redirects and cookies, limited in time and size. Crawlers and tools call it.

export const USER_AGENT = 'hashbang-crawl'

export interface FetchOptions {
  /** The most ms to the end of the response. */
  readonly timeout: number
  readonly signal?: AbortSignal | undefined
  readonly fetch?: typeof fetch | undefined
}

export interface Fetched {
  readonly type: 'response'
  readonly status: number
  readonly headers: Headers
  readonly body: Buffer
  readonly cut: boolean
}

export interface FetchFailure {
  readonly type: 'failure'
  readonly reason: string
}

export interface Elsewhere {
  readonly type: 'elsewhere'
  readonly to: string
}

const PAGE_BYTES = 4 * 1024 * 1024

/** RFC 9309, 2.3.1.2 */
const MOST_REDIRECTS = 5

export async function get(
  url: string,
  options: FetchOptions,
  most = PAGE_BYTES,
): Promise<Fetched | FetchFailure> {
  const timeout = AbortSignal.timeout(options.timeout)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  try {
    const response = await (options.fetch ?? fetch)(url, {
      redirect: 'manual',
      headers: { 'user-agent': USER_AGENT, accept: 'text/html,*/*;q=0.5' },
      signal,
    })
    const { body, cut } = await read(response, most)
    return { type: 'response', status: response.status, headers: response.headers, body, cut }
  } catch (error) {
    const late = `no answer in ${options.timeout} ms`
    return { type: 'failure', reason: timeout.aborted ? late : fetchReason(error) }
  }
}

/** Follows redirects, but never to another origin. */
export async function getFile(
  url: string,
  options: FetchOptions,
  most: number,
): Promise<Fetched | FetchFailure | Elsewhere> {
  let from = url
  for (let followed = 0; followed <= MOST_REDIRECTS; followed++) {
    const answer = await get(from, options, most)
    const to = answer.type === 'response' && answer.status >= 300 && answer.headers.get('location')
    if (!to || answer.status >= 400 || !URL.canParse(to, from)) return answer
    const next = new URL(to, from)
    if (next.origin !== new URL(url).origin) return { type: 'elsewhere', to: next.href }
    from = next.href
  }
  return { type: 'failure', reason: `more than ${MOST_REDIRECTS} redirects` }
}

async function read(response: Response, most: number): Promise<{ body: Buffer; cut: boolean }> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > most) {
      chunks.push(chunk.subarray(0, most - bytes))
      return { body: Buffer.concat(chunks), cut: true }
    }
    chunks.push(chunk)
  }
  return { body: Buffer.concat(chunks), cut: false }
}

/** Why a fetch failed, in words. */
export function fetchReason(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return String(cause)
  // The message is empty when each of a name's addresses failed.
  const { code = '' } = cause as NodeJS.ErrnoException
  return REASONS[code] ?? (cause.message || cause.name)
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was reset',
  ENOTFOUND: 'there is no host of that name',
  EAI_AGAIN: 'the name of the host cannot be looked up',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  UND_ERR_SOCKET: 'the connection was closed',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself',
}

export const isHtml = ({ headers }: Fetched): boolean =>
  /^(?:text\/html|application\/xhtml\+xml)\b/i.test(headers.get('content-type') ?? '')
