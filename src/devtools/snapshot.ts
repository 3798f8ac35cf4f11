// What a reader without script gets: asks the server for the ugly URL of a page. In: a URL. Out: the answer, as a value.
// Goes past the browser's cache: what the server says now is what is shown.

/** What the server has answered. */
export interface Snapshot {
  readonly url: string
  readonly status: number
  /** Where a redirect has led, or null. */
  readonly redirected: string | null
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly html: string
  /** Bytes of HTML. */
  readonly bytes: number
  /** The same as they were sent, compressed; undefined where the browser does not say. */
  readonly sent: number | undefined
  /** ms from the request to the last byte. */
  readonly ms: number
  /** Whether the server had it already or made it for this request; undefined where it does not say. */
  readonly origin: 'cached' | 'fresh' | undefined
  /** ms that the server took, where it says so. */
  readonly serverMs: number | undefined
}

/** The name of our metric in `Server-Timing`. */
const METRIC = 'hashbang'

/** Asks for a snapshot. Rejects as `fetch` does. */
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

/** Reads `Server-Timing: hashbang;desc=hit;dur=0.3`, or else from `no-store` that nobody keeps it. */
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
