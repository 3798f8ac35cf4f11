// Converts `…#!state` to `…?_escaped_fragment_=state` and back, on the raw text: URL and
// URLSearchParams would rewrite `+`, tabs, order and escapes. Specification:
// https://developers.google.com/search/docs/ajax-crawling/docs/specification

/** The last parameter of an ugly URL, whose value is the state. */
export const UGLY_KEY = '_escaped_fragment_='

// Specification, "Escaping characters": as UTF-8 bytes. A raw `+` is a plus.
const ESCAPED = /[\0-\x20#%&+\x7f-\uffff]+/g

export type TokenUse =
  | { use: 'none' }
  /** `rest` is the query before the token, or null if there is only the token. */
  | { use: 'state'; state: string; rest: string | null }
  | { use: 'repeated' | 'not-last' | 'malformed'; value: string }

/**
 * Returns the ugly URL of a pretty URL, at which a crawler fetches the snapshot.
 *
 * @param page `fragmentTag: true` if the page has `<meta name="fragment" content="!">`: then its
 * URL without a fragment has an ugly URL too.
 * @returns `null` without `#!`, with the token in the query, or with a lone surrogate.
 * @see Specification, "Mapping from #! to _escaped_fragment_ format"
 */
export function toUglyUrl(pretty: string, page?: { fragmentTag: boolean }): string | null {
  const hash = pretty.indexOf('#')
  const pageUrl = hash < 0 ? pretty : pretty.slice(0, hash)
  const tagged = page?.fragmentTag ? '' : null
  // Only a raw "!" makes a URL pretty.
  const isPretty = pretty[hash + 1] === '!'
  const state = hash < 0 ? tagged : isPretty ? pretty.slice(hash + 2) : null
  const query = pageUrl.indexOf('?')
  if (
    state === null ||
    !pretty.isWellFormed() ||
    readToken(pageUrl.slice(query + 1)).use !== 'none'
  )
    return null
  return pageUrl + (query < 0 ? '?' : '&') + UGLY_KEY + state.replace(ESCAPED, encodeURIComponent)
}

/**
 * Returns the pretty URL of an ugly URL. Null if the token is absent, repeated or not last, or if
 * there is a `#` or a lone surrogate. An empty value gives the URL without `#!`.
 *
 * @throws {URIError} When the value is not percent-encoded UTF-8.
 * @see Specification, "Mapping from _escaped_fragment_ format to #! format"
 */
export function toPrettyUrl(ugly: string): string | null {
  const query = ugly.indexOf('?')
  if (query < 0 || ugly.includes('#') || !ugly.isWellFormed()) return null
  const token = readToken(ugly.slice(query + 1))
  if (token.use === 'malformed')
    throw new URIError(
      `Cannot unescape "${token.value}": every "%" must begin an escape of valid UTF-8`,
    )
  if (token.use !== 'state') return null
  const pageUrl = ugly.slice(0, query) + (token.rest === null ? '' : `?${token.rest}`)
  return token.state === '' ? pageUrl : `${pageUrl}#!${token.state}`
}

/** The fragment with its `#`, or `''`. Old browsers decode `location.hash`. */
export const fragmentOf = (url: string): string => {
  const hash = url.indexOf('#')
  return hash < 0 ? '' : url.slice(hash)
}

export const withoutFragment = (url: string): string =>
  url.slice(0, url.length - fragmentOf(url).length)

/** The pretty URL of a state; the page's own URL for the empty state. */
export const prettyUrl = (pageUrl: string, state: string): string =>
  state === '' ? pageUrl : `${pageUrl}#!${state}`

/** The state in a fragment, or null. Mail and chat programs write the `!` as `%21`. */
export const fragmentState = (fragment: string): string | null =>
  /^#(?:!|%21)(.*)/s.exec(fragment)?.[1] ?? null

export function readToken(query: string): TokenUse {
  const params = query.split('&')
  const values = params.filter((param) => param.startsWith(UGLY_KEY))
  if (values.length === 0) return { use: 'none' }
  const value = (values[0] as string).slice(UGLY_KEY.length)
  if (values.length > 1) return { use: 'repeated', value }
  if (params.pop() !== values[0]) return { use: 'not-last', value }
  try {
    const state = decodeURIComponent(value)
    return { use: 'state', state, rest: params.length > 0 ? params.join('&') : null }
  } catch {
    return { use: 'malformed', value }
  }
}
