import { siteFetch } from '../../http/site-fetch.ts'
import { mountsOf } from '../../site/adopted-pages.ts'
import type { Config } from '../../site/config.ts'
import { ConfigError } from '../../site/settings.ts'

type Sites = Pick<Config, 'pages' | 'assets' | 'base' | 'origin'>

/** Timeout of the app's server in ms. */
const PATIENCE = 15_000

const ask = (config: Sites, path: string): Promise<Response> =>
  siteFetch(
    mountsOf(config),
    config.origin,
    fetch,
  )(config.origin + path, {
    signal: AbortSignal.timeout(PATIENCE),
  })

/**
 * The HTML of an adopted page as people get it, from its folder or its server. @throws
 * {ConfigError} When it is unavailable.
 */
export async function appOf(config: Sites, page: string): Promise<string> {
  const answer = await ask(config, page).catch((error: Error) => error)
  if (answer instanceof Response && answer.ok) return answer.text()
  const why =
    answer instanceof Response ? `its server returns status ${answer.status}` : answer.message
  throw new ConfigError(
    `The page "${page}" cannot be loaded: ${why}. Start the server that its "site" names, or correct "site"`,
  )
}
