// The tiers that a configuration names: Redis, a bucket, the folder of an export. In: configuration. Out: tiers in the order in
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

const NO_PREVIOUS =
  '"whileCold" is "previous", which needs "redis" or "s3": pages of the build before are in what servers share'

/** Opens them. @throws {ConfigError} When one cannot be used as it is configured. */
export async function openTiers(config: Config, observe: Observer): Promise<Tier[]> {
  const { origin, snapshots, redis, redisKey, s3, s3Key } = config
  const { maxAge = DEFAULT_MAX_AGE, staleFor = STALE_FOR } = config
  const tiers: Tier[] = []
  const previous = config.whileCold === 'previous'
  if (previous && redis === undefined && s3 === undefined) throw new ConfigError(NO_PREVIOUS)
  if (snapshots === undefined && redis === undefined && s3 === undefined) return tiers
  const build = await buildOf(config)
  const most = config.snapshotBytes ?? SNAPSHOT_BYTES
  const shared = { origin, scope: await scopeOf(config, build), staleFor, most, previous, observe }
  if (redis !== undefined) {
    const { redisTier } = await import('../cache/redis-tier.ts').catch(() => {
      throw new ConfigError(`"redis" needs @redis/client: npm install it`)
    })
    tiers.push(redisTier({ url: redis, key: redisKey, ...shared }))
  }
  if (s3 !== undefined) {
    const place = readBucketUrl(s3, process.env)
    if (typeof place === 'string') throw new ConfigError(`"s3" cannot be used: ${place}`)
    const { s3Tier } = await import('../cache/s3-tier.ts').catch(() => {
      throw new ConfigError(`"s3" is "${s3}", which needs aws4fetch: npm install it`)
    })
    tiers.push(s3Tier({ place, key: s3Key, ...shared }))
  }
  // After those that tell it of purges by others.
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
