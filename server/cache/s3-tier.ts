// The store that several servers share in a bucket: S3, R2, MinIO, Ceph. In: keys, records, purges. Out: what is there, or
// nothing when it is down, slow or full. An outage costs hits, never an answer: no request waits for longer than half a
// second, what is written is bounded, and after a few failures nothing is sent for a while.
//
//   <prefix>hashbang/pages/<scope>/<hash of the address>   a record     <prefix>hashbang/purges/<hash of the origin>   the log
//   <prefix>hashbang/builds/<hash of the origin>/<build>   which build was before it; see previous-build.ts
//
// A bucket forgets nothing by itself: a rule of its life cycle ends what is older than a page may be.

import { openBucket } from '../objects/bucket.ts'
import type { BucketPlace } from '../objects/bucket-url.ts'
import type { Observer } from '../observe/events.ts'
import { contentHash } from '../runtime/content-hash.ts'
import { createBreaker } from './breaker.ts'
import { openBucketLog } from './bucket-log.ts'
import type { Store } from './store.ts'
import type { StoreOptions } from './store-options.ts'
import { storedTier } from './stored-tier.ts'
import type { Tier } from './tier.ts'

/** Settings of the tier. */
export interface S3Options extends StoreOptions {
  readonly place: BucketPlace
}

const NAME = 'S3'
const TIMEOUT = 500
/** A purge is worth waiting for: it takes several requests, and may have to be tried again. */
const PURGE_TIMEOUT = 5000

/** So often it is asked for purges by others, which reach what is in memory here. */
const PURGES_EVERY = 2000

/** So many writes are under way or wait; of what comes then nothing is kept. */
const MOST_WRITES = 100

const RECORD = { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' }

/** Creates the tier; asks the bucket nothing yet. */
export function s3Tier(options: S3Options): Tier {
  const { place, origin, most, observe } = options
  const store = bucketStore(place, contentHash(origin), most, observe)
  const keyOf = (address: string, scope: string) =>
    `hashbang/pages/${scope}/${contentHash(address)}`
  return storedTier({ name: NAME, store, keyOf }, options)
}

function bucketStore(
  place: BucketPlace,
  site: string,
  most: number,
  observe: Observer,
): Store & Required<Pick<Store, 'notes'>> {
  const bucket = openBucket(place)
  const { attempt } = createBreaker({ name: NAME, timeout: TIMEOUT, observe })
  const log = openBucketLog(bucket, `hashbang/purges/${site}`, {
    reading: TIMEOUT,
    writing: PURGE_TIMEOUT,
  })
  const bounds = { timeout: TIMEOUT }
  const patient = { timeout: PURGE_TIMEOUT }
  const noteOf = (name: string) => `hashbang/builds/${site}/${name}`
  /** The last write of each key that is under way. */
  const writes = new Map<string, Promise<unknown>>()
  const watchers: (() => void)[] = []
  let looking = false

  /** Writes of one key are carried out in the order in which they are given. */
  function inTurn(key: string, work: () => Promise<unknown>): void {
    if (writes.size >= MOST_WRITES && !writes.has(key)) return
    const turn = (writes.get(key) ?? Promise.resolve()).then(() => attempt(work))
    writes.set(key, turn)
    void turn.then(() => {
      if (writes.get(key) === turn) writes.delete(key)
    })
  }

  const timer = setInterval(async () => {
    if (looking || watchers.length === 0) return
    looking = true
    const entries = await attempt(() => log.read())
    looking = false
    if (entries) for (const told of watchers) told()
  }, PURGES_EVERY).unref()

  return {
    async read(key) {
      const reply = await attempt(() => Promise.all([bucket.get(key, bounds), log.read()]))
      if (reply === undefined) return undefined
      const [record, entries] = reply
      const usable = record && record.body.length <= most
      return { record: usable ? record.body : undefined, last: entries.at(-1)?.id }
    },
    async log(from) {
      const entries = log.known ?? (await attempt(() => log.read()))
      const at = entries?.findIndex(({ id }) => id === from) ?? -1
      return at < 0 ? entries : entries?.slice(at)
    },
    append: (which) => attempt(() => log.append(which), which ? PURGE_TIMEOUT : TIMEOUT),
    write(key, record) {
      inTurn(key, () => bucket.put(key, record, RECORD, bounds))
    },
    drop(key) {
      inTurn(key, () => bucket.delete(key, bounds))
    },
    notes: {
      async read(name) {
        // A store that has no such object says so by nothing.
        const found = await attempt(
          async () => (await bucket.get(noteOf(name), patient)) ?? null,
          PURGE_TIMEOUT,
        )
        return found ? String(found.body) : found
      },
      async write(name, text, ifNew) {
        const condition = ifNew ? ({ ifNew } as const) : {}
        const written = await attempt(
          async () =>
            (await bucket.put(noteOf(name), Buffer.from(text), RECORD, {
              ...patient,
              ...condition,
            })) ?? null,
          PURGE_TIMEOUT,
        )
        return written === undefined ? undefined : written !== null
      },
    },
    ready(told) {
      watchers.push(told)
    },
    close() {
      clearInterval(timer)
    },
  }
}
