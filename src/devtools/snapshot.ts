// Fetches a page's snapshot from its ugly URL, past the browser's cache.

/** The server's answer. */
export interface Snapshot {
  readonly status: number
  /** The target of a redirect, or null. */
  readonly redirected: string | null
  readonly html: string
}

/** Fetches a snapshot. Rejects as `fetch` does. */
export async function fetchSnapshot(url: string, signal: AbortSignal): Promise<Snapshot> {
  const headers = { accept: 'text/html' }
  const response = await fetch(url, { signal, cache: 'reload', headers })
  const redirected = response.redirected ? response.url : null
  return { status: response.status, redirected, html: await response.text() }
}
