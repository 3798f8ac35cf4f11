// The page of an adopted site as people get it, asked for as its own requests are: in folders of ours, or of the server at which it
// runs. In: a configuration, a page. Out: its HTML.

import { siteFetch } from '../http/site-fetch.ts'
import { mountsOf } from '../site/adopted-pages.ts'
import type { Config } from '../site/load-config.ts'
import { ConfigError } from '../site/settings.ts'

type Sites = Pick<Config, 'pages' | 'assets' | 'base' | 'followLinks' | 'origin'>

/** For so many ms a server may think. */
const PATIENCE = 15_000

const ask = (config: Sites, path: string): Promise<Response> =>
  siteFetch(
    mountsOf(config),
    config.origin,
    fetch,
  )(config.origin + path, {
    signal: AbortSignal.timeout(PATIENCE),
  })

/** The HTML of a page. @throws {ConfigError} When it cannot be had. */
export async function appOf(config: Sites, page: string): Promise<string> {
  const answer = await ask(config, page).catch((error: Error) => error)
  if (answer instanceof Response && answer.ok) return answer.text()
  const why = answer instanceof Response ? `it is answered ${answer.status}` : answer.message
  throw new ConfigError(
    `The page "${page}" cannot be had: ${why}. Is the server of its "site" there?`,
  )
}
