// A state as a value: the text after `#!`, its canonical form, and the parts that routes match.
// In: any text a URL may hold after `#!`. Out: canonical text, or path, pairs and anchor.
// Decodes once, after splitting, and never throws: what is no escape of valid UTF-8 is plain text.
//
// Three shapes            /products/7?sort=price    mystate    key1=value1&key2=value2
// Fragment percent-encode set  https://url.spec.whatwg.org/#fragment-percent-encode-set
// Unreserved characters        https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2

/** The query key that carries an in-page anchor: a second raw `#` does not survive mail clients. */
const ANCHOR_KEY = '~'

// An escape of one whole character, any other `%`, or a run of characters that a fragment must escape.
const ESCAPES =
  /%(?:[0-7]|(?:[cd]|(?:e|f.%[89ab])[\da-f]%[89ab])[\da-f]%[89ab])[\da-f]|%|[\0-\x20"<>`\x7f-\uffff]+/gi

/** One `key=value` of a query, decoded. */
export type Pair = readonly [key: string, value: string]

/** A state cut into the parts that routes match. */
export interface StateParts {
  /** What stands before the query; canonical text, not decoded. `''` for key=value states. */
  readonly path: string
  /** The query's pairs in their order, decoded; those of a key=value state likewise. */
  readonly pairs: readonly Pair[]
  /** True for states such as `key1=value1&key2=value2`, which are all query. */
  readonly keyed: boolean
  /** The id of the element to scroll to, or null. */
  readonly anchor: string | null
}

/**
 * Gives the one spelling of a state: links, canonical URLs, the sitemap and cache keys use it.
 * `日`, `%E6%97%A5` and `%e6%97%a5` are one state, so are `A` and `%41`; `a%2Fb` and `a/b` are two.
 * A `%` that begins no escape of valid UTF-8 is text and is written `%25`, so the result always decodes.
 */
export const canonicalState = (state: string): string =>
  // Most states are plain, and asked about once for every click and request.
  // The browser cuts a fragment at `:~:` (fragment directive), so that text must not stand raw.
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

/** Cuts a state as it stands in a URL. */
export const readState = (state: string): StateParts =>
  // Most states are a path of plain characters, which is canonical and has nothing to cut.
  /[^\w\-./]/.test(state)
    ? splitState(canonicalState(state))
    : { path: state, pairs: NO_PAIRS, keyed: false, anchor: null }

/** The text of a segment. */
export const textOf = (segment: string): string =>
  segment.includes('%') ? decodeURIComponent(segment) : segment

/** Cuts a canonical state. Keys may repeat; their order is kept; `+` is a plus. */
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

function cut(text: string, at: string): [before: string, after: string] {
  const index = text.indexOf(at)
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)]
}

/** Puts parts together; the inverse of `splitState`. The result is canonical, ASCII, without `#`. */
export function joinState({ path, pairs, keyed, anchor }: StateParts): string {
  const all = anchor === null ? pairs : [...pairs, [ANCHOR_KEY, anchor]]
  const query = all.map((pair) => pair.map(escapeText).join('=')).join('&')
  return canonicalState(path + (query && !keyed ? '?' : '') + query)
}

/**
 * Escapes text as one segment of a path, one key or one value. Escaped although legal: what mail and chat
 * programs cut links at, `+`, which form decoders take for a space, and the state's own delimiters.
 */
export const escapeText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\w\-.~!$*,:;@]+/gu, (run) =>
      encodeURIComponent(run).replace(
        /['()]/g,
        (character) => `%${character.charCodeAt(0).toString(16)}`,
      ),
    )
