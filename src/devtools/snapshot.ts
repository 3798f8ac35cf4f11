// Fetches a page's snapshot from its ugly URL, past the browser's cache.

/** The server's answer. */
export interface Snapshot {
  readonly url: string
  readonly status: number
  /** The target of a redirect, or null. */
  readonly redirected: string | null
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly html: string
  /** Bytes of HTML. */
  readonly bytes: number
  /** Compressed bytes; undefined if the browser does not report them. */
  readonly sent: number | undefined
  /** ms from the request to the last byte. */
  readonly ms: number
  /** Whether the server had it cached; undefined if unknown. */
  readonly origin: 'cached' | 'fresh' | undefined
  /** The server's ms, if reported. */
  readonly serverMs: number | undefined
}

/** The name of our metric in `Server-Timing`. */
const METRIC = 'hashbang'

/** Fetches a snapshot. Rejects as `fetch` does. */
export async function fetchSnapshot(url: string, signal: AbortSignal): Promise<Snapshot> {
  const began = performance.now()
  const response = await fetch(url, {
    signal,
    cache: 'reload',
    headers: { accept: 'text/html' },
  })
  const html = await response.text()
  const ms = performance.now() - began
  const bytes = new TextEncoder().encode(html).length
  return {
    url,
    status: response.status,
    redirected: response.redirected ? response.url : null,
    headers: [...response.headers],
    html,
    bytes,
    sent: sentBytes(url, response),
    ms,
    ...originOf(response.headers),
  }
}

function sentBytes(url: string, { headers }: Response): number | undefined {
  const length = headers.get('content-length')
  if (length !== null) return Number(length)
  const entry = performance.getEntriesByName(url, 'resource').at(-1)
  return (entry as PerformanceResourceTiming | undefined)?.encodedBodySize || undefined
}

/** Reads `Server-Timing: hashbang;desc=hit;dur=0.3`, or else `no-store`, which means uncached. */
export function originOf(headers: Headers): Pick<Snapshot, 'origin' | 'serverMs'> {
  for (const metric of headers.get('server-timing')?.split(',') ?? []) {
    const [name, ...params] = metric.split(';').map((part) => part.trim())
    if (name !== METRIC) continue
    const value = (key: string) =>
      params.find((param) => param.startsWith(`${key}=`))?.slice(key.length + 1)
    const made = value('desc')?.replaceAll('"', '')
    const dur = Number(value('dur') ?? Number.NaN)
    return {
      origin: made === undefined ? undefined : made === 'rendered' ? 'fresh' : 'cached',
      serverMs: Number.isFinite(dur) ? dur : undefined,
    }
  }
  const kept = !headers.get('cache-control')?.includes('no-store')
  return { origin: kept ? undefined : 'fresh', serverMs: undefined }
}
