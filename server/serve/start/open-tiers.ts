// Opens the tiers behind the memory cache. Does not wait: a Redis that is down only costs hits.

import type { Tier } from '../../cache/tier.ts'
import type { Observer } from '../../observe/events.ts'
import { buildOf, scopeOf } from '../../site/build-id.ts'
import type { Config } from '../../site/config.ts'
import { ConfigError } from '../../site/settings.ts'
import { SNAPSHOT_BYTES } from '../handler/handler.ts'
import { STALE_FOR } from './create-site.ts'

/** @throws {ConfigError} When the client of Redis is not installed. */
export async function openTiers(config: Config, observe: Observer): Promise<Tier[]> {
  const { origin, redis: { url } = {} } = config
  if (url === undefined) return []
  const { redisTier } = await import('../../cache/redis-tier.ts').catch(() => {
    throw new ConfigError(
      `"redis.url" needs the package @redis/client: run npm install @redis/client`,
    )
  })
  const scope = await scopeOf(config, await buildOf(config))
  const { staleFor = STALE_FOR } = config.cache ?? {}
  return [redisTier({ url, origin, scope, staleFor, most: SNAPSHOT_BYTES, observe })]
}
