// Writes a page's cache tags as headers and reads them back: `Cache-Tag` for Cloudflare, Akamai and
// Google, `Surrogate-Key` for Fastly and Varnish. A tag is visible ASCII without commas; other
// characters are percent-encoded, everywhere.

/** Most characters of all tags of a page: some caches accept no more. */
const MOST = 4096

export const encodeTag = (tag: string): string =>
  tag
    .toWellFormed()
    .replace(/[^!-+\--~]/gu, (sign) => (sign === ',' ? '%2C' : encodeURIComponent(sign)))

/** The headers of a page's tags; undefined if caches would not accept so many. */
export function tagHeaders(tags: readonly string[]): Readonly<Record<string, string>> | undefined {
  const all = [...new Set(tags.map(encodeTag))].filter((tag) => tag !== '')
  if (all.length === 0) return {}
  const headers = { 'cache-tag': all.join(','), 'surrogate-key': all.join(' ') }
  return headers['cache-tag'].length <= MOST ? headers : undefined
}

/** The encoded tags of an answer; undefined for a redirect, whose dependencies are unknown. */
export const routeTagsOf = ({
  status,
  headers,
}: {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}): readonly string[] | undefined =>
  status === 301 || status === 302 ? undefined : (headers['cache-tag']?.split(',') ?? [])
