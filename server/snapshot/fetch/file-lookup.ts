// Finds out whether files that a page names exist, for its `load` and `error` events.

const MOST_CHECKS = 500

/**
 * @returns Whether a file of the page's origin exists that is no HTML page. Undefined for other
 *   origins, and after too many checks.
 */
export function fileLookup(
  fetch: typeof globalThis.fetch,
): (url: string) => Promise<boolean> | undefined {
  const known = new Map<string, Promise<boolean>>()
  return (url) => {
    if (new URL(url).origin !== location.origin) return undefined
    const found = known.get(url)
    if (found || known.size >= MOST_CHECKS) return found
    const answer = fileExists(fetch, url)
    known.set(url, answer)
    return answer
  }
}

/** Status codes of servers that don't support HEAD. */
const UNKNOWN_METHOD = [405, 501]

async function fileExists(fetch: typeof globalThis.fetch, url: string): Promise<boolean> {
  try {
    const method = url.startsWith('blob:') ? 'GET' : 'HEAD'
    const { status, ok, headers } = await fetch(url, { method })
    // Many servers respond with the app for a missing file.
    const isPage = /^text\/html\b/i.test(headers.get('content-type') ?? '')
    return UNKNOWN_METHOD.includes(status) || (ok && !isPage)
  } catch {
    return false
  }
}
