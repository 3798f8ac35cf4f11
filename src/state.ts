// Reads and writes states, the text after `#!`: canonical form and parts. Decodes once, after
// splitting. Never throws: invalid UTF-8 escapes are plain text.

/** The query key of an anchor: a second raw `#` does not survive mail clients. */
const ANCHOR_KEY = '~'

// An escape of a whole character, any other `%`, or text that a fragment must escape.
// https://url.spec.whatwg.org/#fragment-percent-encode-set
const ESCAPES =
  /%(?:[0-7]|(?:[cd]|(?:e|f.%[89ab])[\da-f]%[89ab])[\da-f]%[89ab])[\da-f]|%|[\0-\x20"<>`\x7f-\uffff]+/gi

/** One `key=value` of a query, decoded. */
export type Pair = readonly [key: string, value: string]

/** Of `/products/7?sort=price`, `mystate` or `key1=value1&key2=value2`. */
export interface StateParts {
  /** The text before the query, canonical, not decoded; `''` for key=value states. */
  readonly path: string
  /** The decoded pairs of the query or key=value state, in order. */
  readonly pairs: readonly Pair[]
  /** True for states such as `key1=value1&key2=value2`. */
  readonly keyed: boolean
  readonly anchor: string | null
}

/**
 * Returns the one spelling of a state, for links, sitemap and cache keys. `日`, `%E6%97%A5` and
 * `%e6%97%a5` are one state; `a%2Fb` and `a/b` are two. A `%` without a UTF-8 escape becomes `%25`,
 * so the result always decodes.
 * @see https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2 Unreserved characters
 */
export const canonicalState = (state: string): string =>
  // Fast path: most states are plain. `:~:` must not stay raw: the browser cuts a fragment there
  // (fragment directive).
  /^[\w\-.~/]*$/.test(state)
    ? state
    : state
        .toWellFormed()
        .replace(ESCAPES, canonicalEscape)
        .replace(/:(?=~:)/g, '%3A')

function canonicalEscape(text: string): string {
  if (text[0] !== '%') return encodeURIComponent(text)
  try {
    const character = decodeURIComponent(text)
    return /[\w\-.~]/.test(character) ? character : text.toUpperCase()
  } catch {
    return text.replaceAll('%', '%25')
  }
}

const NO_PAIRS: readonly Pair[] = []

export const readState = (state: string): StateParts =>
  // Fast path: plain paths are canonical.
  /[^\w\-./]/.test(state)
    ? splitState(canonicalState(state))
    : { path: state, pairs: NO_PAIRS, keyed: false, anchor: null }

export const decodeSegment = (segment: string): string =>
  segment.includes('%') ? decodeURIComponent(segment) : segment

/** Splits a canonical state. Keys may repeat; `+` is a plus. */
export function splitState(state: string): StateParts {
  const [head, query] = cut(state, '?')
  const keyed = head[0] !== '/' && head.includes('=')
  const pairs: Pair[] = []
  let anchor: string | null = null
  const source = keyed ? state : query
  for (const text of source ? source.split('&') : []) {
    const [key = '', value = ''] = cut(text, '=').map(decodeURIComponent)
    if (key === ANCHOR_KEY) anchor = value
    else if (text) pairs.push([key, value])
  }
  return { path: keyed ? '' : head, pairs, keyed, anchor }
}

function cut(text: string, separator: string): [before: string, after: string] {
  const index = text.indexOf(separator)
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)]
}

/** Joins parts; the inverse of `splitState`. The result is canonical, ASCII, without `#`. */
export function joinState({ path, pairs, keyed, anchor }: StateParts): string {
  const all = anchor === null ? pairs : [...pairs, [ANCHOR_KEY, anchor]]
  const query = all.map((pair) => pair.map(escapeState).join('=')).join('&')
  return canonicalState(path + (query && !keyed ? '?' : '') + query)
}

/**
 * Escapes a path segment, a key or a value: delimiters, characters at which mail and chat programs
 * cut links, and `+`, which form decoders read as a space.
 */
export const escapeState = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\w\-.~!$*,:;@]+/gu, (run) =>
      encodeURIComponent(run).replace(
        /['()]/g,
        (character) => `%${character.charCodeAt(0).toString(16)}`,
      ),
    )
