// The tags of a page, by which caches forget it: `Cache-Tag` as Cloudflare, Akamai and Google read it, `Surrogate-Key` as Fastly
// and Varnish do. In: what routes say. Out: headers, and tags again of headers. A tag is visible ASCII without a comma; what else
// stands in it is percent-encoded, the same wherever a tag is named.

/** How many characters all tags of a page may have together: some caches take no more. */
const MOST = 4096

/** A tag as headers have it. */
export const encodeTag = (tag: string): string =>
  tag
    .toWellFormed()
    .replace(/[^!-+\--~]/g, (sign) => (sign === ',' ? '%2C' : encodeURIComponent(sign)))

/** The headers of a page's tags; undefined where they are more than caches take. */
export function tagHeaders(tags: readonly string[]): Readonly<Record<string, string>> | undefined {
  const all = [...new Set(tags.map(encodeTag))].filter((tag) => tag !== '')
  if (all.length === 0) return {}
  const headers = { 'cache-tag': all.join(','), 'surrogate-key': all.join(' ') }
  return headers['cache-tag'].length <= MOST ? headers : undefined
}

/** The tags that an answer has, encoded; undefined for a redirect, of which nobody knows what it depends on. */
export const tagsOf = ({
  status,
  headers,
}: {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}): readonly string[] | undefined =>
  status === 301 || status === 302 ? undefined : (headers['cache-tag']?.split(',') ?? [])

/** What the headers of tags may be, where an answer comes from beyond this process. */
export const STORED_TAGS: Readonly<Record<string, RegExp>> = {
  'cache-tag': /^[!-~]{1,4096}$/,
  'surrogate-key': /^[ -+\--~]{1,4096}$/,
}
