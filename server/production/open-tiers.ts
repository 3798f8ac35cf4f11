// The tiers that a configuration names: Redis, an export in a folder or a bucket. In: configuration. Out: tiers in the order in
// which they are asked, nearest first. None is waited for, and one that is down costs hits only.

import { createBreaker } from '../cache/breaker.ts'
import type { ExportedPages } from '../cache/exported-pages.ts'
import type { Tier } from '../cache/tier.ts'
import { DEFAULT_MAX_AGE, SNAPSHOT_BYTES } from '../handler/handler.ts'
import { isBucketUrl, readBucketUrl } from '../objects/bucket-url.ts'
import type { Observer } from '../observe/events.ts'
import { buildOf, scopeOf } from '../site/build-id.ts'
import type { Config } from '../site/load-config.ts'
import { ConfigError } from '../site/settings.ts'
import { STALE_FOR } from './create-handler.ts'

/** Opens them. @throws {ConfigError} When one cannot be used as it is configured. */
export async function openTiers(config: Config, observe: Observer): Promise<Tier[]> {
  const { origin, snapshots, redis, redisKey } = config
  const { maxAge = DEFAULT_MAX_AGE, staleFor = STALE_FOR } = config
  const tiers: Tier[] = []
  if (snapshots === undefined && redis === undefined) return tiers
  const build = await buildOf(config)
  if (redis !== undefined) {
    const { redisTier } = await import('../cache/redis-tier.ts').catch(() => {
      throw new ConfigError(`"redis" needs @redis/client: npm install it`)
    })
    const scope = await scopeOf(config, build)
    const most = config.snapshotBytes ?? SNAPSHOT_BYTES
    tiers.push(redisTier({ url: redis, key: redisKey, origin, scope, staleFor, most, observe }))
  }
  // After Redis, which tells it of purges by others.
  if (snapshots !== undefined) {
    const { exportTier } = await import('../cache/export-tier.ts')
    const pages = await exportedAt(snapshots, observe)
    tiers.push(exportTier({ pages, origin, build, maxAge, observe }))
  }
  return tiers
}

/** Where an export is that `snapshots` names. */
async function exportedAt(snapshots: string, observe: Observer): Promise<ExportedPages> {
  if (!isBucketUrl(snapshots)) {
    const { exportedFolder } = await import('../cache/exported-pages.ts')
    return exportedFolder(snapshots)
  }
  const place = readBucketUrl(snapshots, process.env)
  if (typeof place === 'string') throw new ConfigError(`"snapshots" cannot be used: ${place}`)
  const { exportedBucket, PAGE_TIMEOUT } = await import('../cache/exported-bucket.ts').catch(() => {
    throw new ConfigError(`"snapshots" is "${snapshots}", which needs aws4fetch: npm install it`)
  })
  return exportedBucket(place, createBreaker({ name: PAGES, timeout: PAGE_TIMEOUT, observe }))
}

const PAGES = 'the bucket of the exported snapshots'
