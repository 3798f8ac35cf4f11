// The tags of cache entries, the same in memory, in Redis and at the CDN. A purge names tags.
//   hb           every entry                       hb:r         entries without known tags
//   hb:p:<hash>  the page's path                   hb:s:<hash>  the state
//   hb:f:<hash>  a folder: the state's start, up to a "/"
// Beside them stand the tags of the page's routes.

import { createHash } from 'node:crypto'
import type { CacheKey } from './cache-key.ts'
import type { Purge } from './purge.ts'
import { encodeTag } from './response/cache-tags.ts'

/** Deeper folders have no tag: their purge covers the deepest tagged folder above them. */
const MOST_FOLDERS = 4

export const ALL = 'hb'

/** Nobody knows what a redirect or a missing page depends on: every tag of a route covers it. */
const UNKNOWN = 'hb:r'

const tagOf = (kind: 'f' | 'p' | 's', text: string): string =>
  `hb:${kind}:${createHash('sha256').update(text).digest('base64url').slice(0, 16)}`

/** `/`, `/word/`, … of `/word/ajax`. */
function foldersOf(start: string): string[] {
  const found: string[] = []
  for (let at = start.indexOf('/'); at >= 0 && found.length < MOST_FOLDERS; ) {
    found.push(start.slice(0, at + 1))
    at = start.indexOf('/', at + 1)
  }
  return found
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

/**
 * The tags of a purge, by the narrowest of its fields.
 *
 * @param states The stored spellings of its state, if it has one.
 */
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
