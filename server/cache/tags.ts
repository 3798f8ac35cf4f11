// Names the tags of cache entries, in memory, Redis, CDNs and headers, and the tags of a purge.
//   hb           every entry                       hb:r         entries without known tags
//   hb:p:<hash>  the page's path                   hb:s:<hash>  the state
//   hb:f:<hash>  a folder: the state's start, up to a "/"
// An entry also has the tags of its routes: visible ASCII without commas, all else percent-encoded.

import { createHash } from 'node:crypto'
import type { CacheKey } from './cache-key.ts'
import type { HandlerResponse } from './response/http-values.ts'

/**
 * The snapshots to purge; without a field, all. Only the narrowest field counts: the state, then
 * the tag, the prefix, the page.
 */
export interface Purge {
  /** Path of a page. */
  readonly page?: string | undefined
  /** A state. `site.purge` and purges over HTTP accept any spelling, with or without `#!`. */
  readonly state?: string | undefined
  /**
   * A folder of states, such as `/word/`, with or without `#!`. Without a `/` at its end, it stands
   * for its folder; without any `/`, for the page. The first four folders of a state count.
   */
  readonly prefix?: string | undefined
  /** A tag that routes give their pages; see `tags` of a route. */
  readonly tag?: string | undefined
}

/** The result of a purge. */
export interface Purged {
  /** How many snapshots this process dropped from its memory. */
  readonly count: number
  /**
   * Whether Redis and the CDN have the purge. Servers of this Redis then obey it within a second.
   * False: this server sends it once Redis is back, and others may serve purged pages until then.
   */
  readonly complete: boolean
  /** The failure of the `cdn` after three attempts; `complete` is then false. Purge again. */
  readonly cdn?: string
}

/** Deeper folders have no tag: their purge covers the deepest tagged folder above them. */
const MOST_FOLDERS = 4

export const ALL = 'hb'

/** The tag of redirects and missing pages: every tag of a route covers them. */
const UNKNOWN = 'hb:r'

const tagOf = (kind: 'f' | 'p' | 's', text: string): string =>
  `hb:${kind}:${createHash('sha256').update(text).digest('base64url').slice(0, 16)}`

/** `/`, `/word/`, … of `/word/ajax`. */
function foldersOf(start: string): string[] {
  const folders: string[] = []
  for (let at = start.indexOf('/'); at >= 0 && folders.length < MOST_FOLDERS; ) {
    folders.push(start.slice(0, at + 1))
    at = start.indexOf('/', at + 1)
  }
  return folders
}

/** @param routeTags Encoded. Undefined: unknown. */
export const tagsOf = (
  { page, state }: Pick<CacheKey, 'page' | 'state'>,
  routeTags: readonly string[] | undefined,
): readonly string[] => [
  ALL,
  tagOf('p', page),
  tagOf('s', state),
  ...foldersOf(state).map((folder) => tagOf('f', folder)),
  ...(routeTags ?? [UNKNOWN]),
]

/** The tags of a purge. @param states The stored spellings of its state, if it has one. */
export function purgedTags(
  { page, prefix, tag }: Purge,
  states: readonly string[] = [],
): readonly string[] {
  if (states.length > 0) return states.map((state) => tagOf('s', state))
  if (tag !== undefined) return [encodeTag(tag), UNKNOWN]
  const folder = prefix === undefined ? undefined : foldersOf(prefix).at(-1)
  if (folder !== undefined) return [tagOf('f', folder)]
  return [page === undefined ? ALL : tagOf('p', page)]
}

/** Most characters of a page's tags in a header: some caches accept no more. */
const MOST_CHARACTERS = 4096

const encodeTag = (tag: string): string =>
  tag
    .toWellFormed()
    .replace(/[^!-+\--~]/gu, (sign) => (sign === ',' ? '%2C' : encodeURIComponent(sign)))

/** For Cloudflare, Akamai and Google, and for Fastly and Varnish. */
const headersOf = (tags: readonly string[]) => ({
  'cache-tag': tags.join(','),
  'surrogate-key': tags.join(' '),
})

/** The headers of a page's tags; undefined if caches would not accept so many. */
export function tagHeaders(tags: readonly string[]): Readonly<Record<string, string>> | undefined {
  const encoded = [...new Set(tags.map(encodeTag))].filter((tag) => tag !== '')
  if (encoded.length === 0) return {}
  const headers = headersOf(encoded)
  return headers['cache-tag'].length <= MOST_CHARACTERS ? headers : undefined
}

/** The encoded tags of a response; undefined for a redirect. */
export const routeTagsOf = ({
  status,
  headers,
}: Pick<HandlerResponse, 'status' | 'headers'>): readonly string[] | undefined =>
  status === 301 || status === 302 ? undefined : (headers['cache-tag']?.split(',') ?? [])

/** Adds an address's tags to its response, for a CDN. Shared header objects stay shared. */
export function createAddressTags(): (
  address: CacheKey,
  response: HandlerResponse,
) => HandlerResponse {
  const tagged = new WeakMap<HandlerResponse['headers'], HandlerResponse['headers']>()
  return (address, response) => {
    const bare = response.headers
    let headers = tagged.get(bare)
    if (headers === undefined) {
      headers = { ...bare, ...headersOf(tagsOf(address, routeTagsOf(response))) }
      tagged.set(bare, headers)
    }
    return { ...response, headers }
  }
}
