// Adds the tags of an address to a response, for the CDN that caches it.

import type { CacheKey } from '../cache-key.ts'
import { routeTagsOf } from '../response/cache-tags.ts'
import type { HandlerResponse } from '../response/http-values.ts'
import { tagsOf } from '../tags.ts'

/** Header objects shared by many responses stay shared. */
export function createAddressTags(): (
  address: CacheKey,
  response: HandlerResponse,
) => HandlerResponse {
  const tagged = new WeakMap<HandlerResponse['headers'], HandlerResponse['headers']>()
  return (address, response) => {
    const bare = response.headers
    let headers = tagged.get(bare)
    if (headers === undefined) {
      const tags = tagsOf(address, routeTagsOf(response))
      headers = { ...bare, 'cache-tag': tags.join(','), 'surrogate-key': tags.join(' ') }
      tagged.set(bare, headers)
    }
    return { ...response, headers }
  }
}
