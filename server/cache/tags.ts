// Names the tags of cache entries and purges, in memory, Redis, CDNs and headers. The cache and
// the purges call it.

import { contentHash } from '../diagnostics/runtime/hash.ts'
import type { CacheKey } from './cache-key.ts'
import type { HandlerResponse } from './response/http-values.ts'

/**
 * The snapshots to purge; without a field, all. Only the narrowest field counts: state, tag,
 * prefix, page.
 */
export interface Purge {
  /** Path of a page. */
  readonly page?: string | undefined
  /** A state, in any spelling, with or without `#!`. */
  readonly state?: string | undefined
  /**
   * A folder of states, such as `/word/`. Other texts stand for their folder, or without a `/` for
   * the page. The first four folders of a state count.
   */
  readonly prefix?: string | undefined
  /** A tag that routes give their pages; see `tags` of a route. */
  readonly tag?: string | undefined
}

/** The result of a purge. */
export interface Purged {
  /** How many snapshots this process had in memory. */
  readonly count: number
  /**
   * Whether Redis and the CDN have the purge; servers of this Redis then obey within a second.
   * False: this server sends it later, and others may serve purged pages until then.
   */
  readonly complete: boolean
  /** The failure of the `cdn` after three attempts. Purge again. */
  readonly cdn?: string
}

/** A purge of a deeper folder covers the deepest of these. */
const MOST_FOLDERS = 4

/** The tag of every entry. */
export const ALL = 'hb'

/** Tags redirects and missing pages. The tags of their routes are unknown: any purge covers it. */
const UNKNOWN = 'hb:r'

/** `f`: a folder, the state's start up to a "/". `p`: the page's path. `s`: the state. */
const tagOf = (kind: 'f' | 'p' | 's', text: string): string =>
  `hb:${kind}:${contentHash(text).slice(0, 16)}`

/** `/`, `/word/`, … of `/word/ajax`. */
function foldersOf(start: string): string[] {
  const folders: string[] = []
  for (let slash = start.indexOf('/'); slash >= 0 && folders.length < MOST_FOLDERS; ) {
    folders.push(start.slice(0, slash + 1))
    slash = start.indexOf('/', slash + 1)
  }
  return folders
}

/** @param routeTags Encoded; undefined if unknown. */
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

/** @param states The stored spellings of its state, if any. */
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

/** Some caches accept no more. */
const MOST_CHARACTERS = 4096

const encodeTag = (tag: string): string =>
  tag
    .toWellFormed()
    .replace(/[^!-+\--~]/gu, (sign) => (sign === ',' ? '%2C' : encodeURIComponent(sign)))

/** The headers of Cloudflare, Akamai and Google, and of Fastly and Varnish. */
const headersOf = (tags: readonly string[]) => ({
  'cache-tag': tags.join(','),
  'surrogate-key': tags.join(' '),
})

/** @returns Undefined if caches would not accept so many. */
export function tagHeaders(tags: readonly string[]): Readonly<Record<string, string>> | undefined {
  const encoded = [...new Set(tags.map(encodeTag))].filter((tag) => tag !== '')
  if (encoded.length === 0) return {}
  const headers = headersOf(encoded)
  return headers['cache-tag'].length <= MOST_CHARACTERS ? headers : undefined
}

/** @returns Undefined for a redirect. */
export const routeTagsOf = ({
  status,
  headers,
}: Pick<HandlerResponse, 'status' | 'headers'>): readonly string[] | undefined =>
  status === 301 || status === 302 ? undefined : (headers['cache-tag']?.split(',') ?? [])

/** Adds an address's tags, for a CDN. Shared header objects stay shared. */
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
