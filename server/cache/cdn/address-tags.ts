// Creates the CDN tags of an address, besides its route's tags: a CDN caches each state under every
// spelling of its URL.
//   hb           every response                    hb:r         redirects (unknown dependencies)
//   hb:p:<hash>  the page's path                   hb:s:<hash>  the state
//   hb:f:<hash>  a folder: the state's start, up to a "/"

import { createHash } from 'node:crypto'
import { encodeTag } from '../../http/cache-tags.ts'
import type { HandlerResponse } from '../../http/types.ts'
import type { CacheKey } from '../cache-key.ts'
import type { Purge } from '../purge.ts'

/** Deeper folders have no tag: their purge covers the deepest tagged folder above them. */
const MOST_FOLDERS = 4

const ALL = 'hb'
const REDIRECT = 'hb:r'

const hashOf = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 16)

/** `/`, `/word/`, … of `/word/ajax`. */
function foldersOf(start: string): string[] {
  const found: string[] = []
  for (let at = start.indexOf('/'); at >= 0 && found.length < MOST_FOLDERS; ) {
    found.push(start.slice(0, at + 1))
    at = start.indexOf('/', at + 1)
  }
  return found
}

const tagsAt = ({ page, state }: Pick<CacheKey, 'page' | 'state'>, status: number): string[] => [
  ALL,
  `hb:p:${hashOf(page)}`,
  `hb:s:${hashOf(state)}`,
  ...foldersOf(state).map((folder) => `hb:f:${hashOf(folder)}`),
  ...(status === 301 || status === 302 ? [REDIRECT] : []),
]

/** The tags that cover a purge, or more than it where no tag is that narrow. */
export function purgedTags({ page, state, prefix, tag }: Purge): readonly string[] {
  if (state !== undefined) return [`hb:s:${hashOf(state)}`]
  if (tag !== undefined) return [encodeTag(tag), REDIRECT]
  const folder = prefix === undefined ? undefined : foldersOf(prefix).at(-1)
  if (folder !== undefined) return [`hb:f:${hashOf(folder)}`]
  return [page === undefined ? ALL : `hb:p:${hashOf(page)}`]
}

/** Adds tags to responses. Header objects shared by many responses stay shared. */
export function createAddressTags(): (
  address: CacheKey,
  response: HandlerResponse,
) => HandlerResponse {
  const tagged = new WeakMap<HandlerResponse['headers'], HandlerResponse['headers']>()
  return (address, response) => {
    const { headers: bare, status } = response
    let headers = tagged.get(bare)
    if (headers === undefined) {
      const tags = tagsAt(address, status)
      const { 'cache-tag': commas, 'surrogate-key': spaces } = bare
      headers = {
        ...bare,
        'cache-tag': [commas, ...tags].filter(Boolean).join(','),
        'surrogate-key': [spaces, ...tags].filter(Boolean).join(' '),
      }
      tagged.set(bare, headers)
    }
    return { ...response, headers }
  }
}
