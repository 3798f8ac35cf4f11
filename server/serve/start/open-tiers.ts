// Opens the tiers, nearest first: Redis, then an export. Does not wait: a tier that is down only
// costs hits.

import type { Tier } from '../../cache/tier.ts'
import type { Observer } from '../../observe/events.ts'
import { buildOf, scopeOf } from '../../site/build-id.ts'
import type { Config } from '../../site/config.ts'
import { ConfigError } from '../../site/settings.ts'
import { DEFAULT_MAX_AGE, SNAPSHOT_BYTES } from '../handler/handler.ts'
import { STALE_FOR } from './create-site.ts'

/** @throws {ConfigError} When a tier's settings are invalid. */
export async function openTiers(config: Config, observe: Observer): Promise<Tier[]> {
  const { origin, snapshots, shared: { redis, redisKey } = {} } = config
  const { maxAge = DEFAULT_MAX_AGE, staleFor = STALE_FOR } = config.cache ?? {}
  const tiers: Tier[] = []
  if (snapshots === undefined && redis === undefined) return tiers
  const build = await buildOf(config)
  if (redis !== undefined) {
    const { redisTier } = await import('../../cache/redis-tier.ts').catch(() => {
      throw new ConfigError(
        `"shared.redis" needs the package @redis/client: run npm install @redis/client`,
      )
    })
    const scope = await scopeOf(config, build)
    tiers.push(
      redisTier({
        url: redis,
        key: redisKey,
        origin,
        scope,
        staleFor,
        most: SNAPSHOT_BYTES,
        observe,
      }),
    )
  }
  // After Redis, which passes purges of other servers on.
  if (snapshots !== undefined) {
    const { exportTier } = await import('../../cache/export-tier.ts')
    tiers.push(exportTier({ folder: snapshots, origin, build, maxAge, observe }))
  }
  return tiers
}
