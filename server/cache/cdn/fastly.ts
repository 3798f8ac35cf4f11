// Purges Fastly through its API, up to 256 surrogate keys a call.
// https://www.fastly.com/documentation/reference/api/purging/

import type { Cdn } from '../../site/config.ts'
import { batches, callInTurn, tokenFault } from './api-call.ts'

/** Options of `fastly`. */
export interface FastlyOptions {
  /** Id of the service. Default: the variable `FASTLY_SERVICE_ID`. */
  readonly service?: string
  /** A token that may purge. Default: the variable `FASTLY_API_TOKEN`. */
  readonly token?: string
  /** URL of the API. Default: `https://api.fastly.com`. */
  readonly api?: string
}

const MOST_KEYS = 256
const NAME = 'Fastly'

/** Purges Fastly with the server. */
export function fastly(options: FastlyOptions = {}): Cdn {
  const {
    service = process.env.FASTLY_SERVICE_ID,
    token = process.env.FASTLY_API_TOKEN,
    api = 'https://api.fastly.com',
  } = options
  const headers = { 'fastly-key': token ?? '' }
  const purgeUrl = `${api}/service/${encodeURIComponent(service ?? '')}/purge`
  return {
    name: NAME,
    missing: service
      ? tokenFault('fastly()', token, 'FASTLY_API_TOKEN')
      : 'fastly() has no service: set FASTLY_SERVICE_ID to its id, or pass fastly({ service })',
    purge(selection) {
      if (selection.everything) return callInTurn(NAME, [{ url: `${purgeUrl}_all`, headers }])
      const ofTags = batches(selection.tags, MOST_KEYS).map((keys) => ({
        url: purgeUrl,
        headers,
        body: { surrogate_keys: keys },
      }))
      // The path has the URL without its scheme.
      const ofUrls = selection.urls.map((url) => ({
        url: `${api}/purge/${url.replace(/^https?:\/\//, '')}`,
        headers,
      }))
      return callInTurn(NAME, [...ofTags, ...ofUrls])
    },
  }
}
