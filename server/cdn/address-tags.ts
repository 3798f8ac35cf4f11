// The tags by which a CDN finds what is kept of an address, beside those that its route gives: it knows neither pages nor
// states, and keeps each state under as many URLs as there are spellings of it. In: addresses, purges. Out: tags.
//
//   hb                 redirects, of which nobody knows what they depend on      hb:r
//   of a page          hb:p:<hash of its path>            of a state             hb:s:<hash of the state>
//   of a folder        hb:f:<hash of what the state begins with, up to a "/">

import { createHash } from 'node:crypto'
import type { Purge } from '../cache/purge.ts'
import type { CacheKey } from '../cache/tier.ts'
import { encodeTag } from '../http/cache-tags.ts'
import type { HandlerResponse } from '../http/types.ts'

/** Deeper folders have no tag of their own: a purge of one is of the last that has. */
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

/** The tags of what is kept at an address. */
const tagsAt = ({ page, state }: Pick<CacheKey, 'page' | 'state'>, status: number): string[] => [
  ALL,
  `hb:p:${hashOf(page)}`,
  `hb:s:${hashOf(state)}`,
  ...foldersOf(state).map((folder) => `hb:f:${hashOf(folder)}`),
  ...(status === 301 || status === 302 ? [REDIRECT] : []),
]

/** The tags that find all that a purge covers; and more, where it is narrower than any. */
export function purgedTags({ page, state, prefix, tag }: Purge): readonly string[] {
  if (state !== undefined) return [`hb:s:${hashOf(state)}`]
  if (tag !== undefined) return [encodeTag(tag), REDIRECT]
  const folder = prefix === undefined ? undefined : foldersOf(prefix).at(-1)
  if (folder !== undefined) return [`hb:f:${hashOf(folder)}`]
  return [page === undefined ? ALL : `hb:p:${hashOf(page)}`]
}

/** Gives answers the tags of their address. Headers that are the same for many answers stay so. */
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
