// Fastly as the CDN before the server. In: what to forget. Out: calls of its purging API, up to 256 surrogate keys at a time.
// Answers carry `Surrogate-Key`.
//
// https://www.fastly.com/documentation/reference/api/purging/

import type { Cdn } from '../site/cdn.ts'
import { batches, callApi, inTurn, tokenFault } from './api-call.ts'

/** Settings of Fastly. */
export interface FastlyOptions {
  /** The id of the service. Default: `FASTLY_SERVICE_ID` of the environment. */
  readonly service?: string
  /** A token that may purge. Default: `FASTLY_API_TOKEN` of the environment, where it is better kept. */
  readonly token?: string
  /**
   * Whether what is forgotten may still be answered while Fastly asks for it anew, or cannot: a soft purge. Such an answer is the
   * page as it was. Purges of everything are never soft. Default: false.
   */
  readonly soft?: boolean
  /** Where the API is. Default: `https://api.fastly.com`. */
  readonly api?: string
}

const MOST_KEYS = 256
const NAME = 'Fastly'

/**
 * Has Fastly forget what a purge covers: `cdn: fastly()` in the configuration.
 *
 * @param options What of them the environment does not say.
 */
export function fastly({
  service = process.env.FASTLY_SERVICE_ID,
  token = process.env.FASTLY_API_TOKEN,
  soft = false,
  api = 'https://api.fastly.com',
}: FastlyOptions = {}): Cdn {
  const headers = { 'fastly-key': token ?? '' }
  const softly = soft ? { ...headers, 'fastly-soft-purge': '1' } : headers
  const of = `${api}/service/${encodeURIComponent(service ?? '')}`
  return {
    name: NAME,
    missing: service
      ? token
        ? tokenFault('fastly()', token)
        : 'fastly() has no token: set FASTLY_API_TOKEN'
      : 'fastly() has no service: give its id as { service }, or set FASTLY_SERVICE_ID',
    purge(selection) {
      if (selection.everything) return callApi(NAME, { url: `${of}/purge_all`, headers })
      const { tags, urls } = selection
      return inTurn([
        ...batches(tags, MOST_KEYS).map(
          (keys) => () =>
            callApi(NAME, {
              url: `${of}/purge`,
              headers: softly,
              body: { surrogate_keys: keys },
            }),
        ),
        // A URL without its scheme is the rest of the path.
        ...urls.map(
          (url) => () =>
            callApi(NAME, {
              url: `${api}/purge/${url.replace(/^https?:\/\//, '')}`,
              headers: softly,
            }),
        ),
      ])
    },
  }
}
