// Purges Cloudflare through its API, up to 30 keys of one kind a call.
// https://developers.cloudflare.com/api/resources/cache/methods/purge/

import type { Cdn, CdnSelection } from '../../site/config.ts'
import { batches, callInTurn, tokenFault } from './api-call.ts'

/** Options of `cloudflare`. */
export interface CloudflareOptions {
  /** Id of the zone. Default: the variable `CLOUDFLARE_ZONE_ID`. */
  readonly zone?: string
  /** An API token that may purge the zone. Default: the variable `CLOUDFLARE_API_TOKEN`. */
  readonly token?: string
  /** URL of the API. Default: `https://api.cloudflare.com/client/v4`. */
  readonly api?: string
}

const MOST_OF_A_KIND = 30
const NAME = 'Cloudflare'

/** Purges Cloudflare with the server. A purge of everything purges the whole zone. */
export function cloudflare(options: CloudflareOptions = {}): Cdn {
  const {
    zone = process.env.CLOUDFLARE_ZONE_ID,
    token = process.env.CLOUDFLARE_API_TOKEN,
    api = 'https://api.cloudflare.com/client/v4',
  } = options
  const url = `${api}/zones/${encodeURIComponent(zone ?? '')}/purge_cache`
  const headers = { authorization: `Bearer ${token ?? ''}` }
  return {
    name: NAME,
    missing: zone
      ? tokenFault('cloudflare()', token, 'CLOUDFLARE_API_TOKEN')
      : 'cloudflare() has no zone: set CLOUDFLARE_ZONE_ID to its id, or pass cloudflare({ zone })',
    purge(selection) {
      const calls = bodiesOf(selection).map((body) => ({ url, headers, body }))
      return callInTurn(NAME, calls, isSuccess)
    },
  }
}

function bodiesOf(selection: CdnSelection): readonly object[] {
  if (selection.everything) return [{ purge_everything: true }]
  const { tags, urls, prefixes } = selection
  return Object.entries({ tags, files: urls, prefixes }).flatMap(([kind, list]) =>
    batches(list, MOST_OF_A_KIND).map((batch) => ({ [kind]: batch })),
  )
}

/** A reply of 200 may report a failure. */
function isSuccess(answer: string): boolean {
  try {
    return (JSON.parse(answer) as { success?: unknown } | null)?.success === true
  } catch {
    return false
  }
}
