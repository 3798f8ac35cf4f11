// Finds out whether files that a page names exist, for its `load` and `error` events.

const MOST_CHECKS = 500

/**
 * @returns Whether a file of the page's origin exists that is no HTML page. Undefined for other
 *   origins, and after too many checks.
 */
export function fileLookup(
  fetch: typeof globalThis.fetch,
): (url: string) => Promise<boolean> | undefined {
  const answers = new Map<string, Promise<boolean>>()
  return (url) => {
    if (new URL(url).origin !== location.origin) return undefined
    const earlier = answers.get(url)
    if (earlier || answers.size >= MOST_CHECKS) return earlier
    const answer = fileExists(fetch, url)
    answers.set(url, answer)
    return answer
  }
}

/** Status codes of servers that don't support HEAD. */
const UNKNOWN_METHOD = [405, 501]

async function fileExists(fetch: typeof globalThis.fetch, url: string): Promise<boolean> {
  try {
    const isBlob = url.startsWith('blob:')
    const { status, ok, headers } = await fetch(url, { method: isBlob ? 'GET' : 'HEAD' })
    const type = headers.get('content-type') ?? ''
    // Many servers respond with the app for a missing file. Text is neither picture nor sheet.
    const isOther = (isBlob ? /^text\/(?!css\b)|json\b/i : /^text\/html\b/i).test(type)
    return UNKNOWN_METHOD.includes(status) || (ok && !isOther)
  } catch {
    return false
  }
}
