// Cloudflare as the CDN before the server. In: what to forget. Out: calls of its API, each of one kind and up to 30 of that kind,
// which every plan takes. Answers carry `Cache-Tag`.
//
// https://developers.cloudflare.com/api/resources/cache/methods/purge/

import type { Cdn } from '../site/cdn.ts'
import { batches, callApi, inTurn, tokenFault } from './api-call.ts'

/** Settings of Cloudflare. */
export interface CloudflareOptions {
  /** The id of the zone. Default: `CLOUDFLARE_ZONE_ID` of the environment. */
  readonly zone?: string
  /** An API token with the permission to purge caches of the zone. Default: `CLOUDFLARE_API_TOKEN` of the environment, where it is better kept. */
  readonly token?: string
  /** Where the API is. Default: `https://api.cloudflare.com/client/v4`. */
  readonly api?: string
}

const MOST_OF_A_KIND = 30
const NAME = 'Cloudflare'

/**
 * Has Cloudflare forget what a purge covers: `cdn: cloudflare()` in the configuration. A purge of everything is one of the zone.
 *
 * @param options What of them the environment does not say.
 */
export function cloudflare({
  zone = process.env.CLOUDFLARE_ZONE_ID,
  token = process.env.CLOUDFLARE_API_TOKEN,
  api = 'https://api.cloudflare.com/client/v4',
}: CloudflareOptions = {}): Cdn {
  const url = `${api}/zones/${encodeURIComponent(zone ?? '')}/purge_cache`
  const headers = { authorization: `Bearer ${token ?? ''}` }
  const call = (body: unknown) => callApi(NAME, { url, headers, body }, isSuccess)
  return {
    name: NAME,
    missing: zone
      ? token
        ? tokenFault('cloudflare()', token)
        : 'cloudflare() has no token: set CLOUDFLARE_API_TOKEN'
      : 'cloudflare() has no zone: give its id as { zone }, or set CLOUDFLARE_ZONE_ID',
    purge(selection) {
      if (selection.everything) return call({ purge_everything: true })
      const { tags, urls, prefixes } = selection
      const lists = Object.entries({ tags, files: urls, prefixes })
      return inTurn(
        lists.flatMap(([kind, list]) =>
          batches(list, MOST_OF_A_KIND).map((some) => () => call({ [kind]: some })),
        ),
      )
    },
  }
}

/** It may answer 200 and say in the body that it has not. */
function isSuccess(answer: string): boolean {
  try {
    return (JSON.parse(answer) as { success?: unknown } | null)?.success === true
  } catch {
    return false
  }
}
