// Marks a bucket as being written. The export that started last publishes; an earlier one stops
// within seconds. After a leftover claim, the next export compares each page with the bucket.

import { randomUUID } from 'node:crypto'
import { ExportFault } from './fault.ts'
import type { Bucket } from './objects/bucket.ts'

export interface Claim {
  /** Whether an earlier export did not finish, or is still running. */
  readonly isAfterUnfinished: boolean
  /** Checks at most once every few seconds. @throws {ExportFault} When another export started. */
  check(when?: 'now'): Promise<void>
  /** Removes the claim, unless the export did not finish. */
  release(isFinished: boolean): Promise<void>
}

export const CLAIM = '.export/unfinished'

/** Timeout of a write to the bucket, in ms. */
export const WRITE_TIMEOUT = 30_000

/** How often the claim is checked, in ms. */
const LOOKED = 2000

const BOUNDS = { timeout: 10_000 }
const HEADERS = { 'content-type': 'text/plain', 'cache-control': 'no-store' }

/** @throws {ExportFault} When another export starts at the same moment. */
export async function claimBucket(bucket: Bucket, run = ''): Promise<Claim> {
  const content = Buffer.from(`${run} ${randomUUID()}`)
  const found = await bucket.head(CLAIM, BOUNDS)
  const condition = found ? { ifMatch: found.get('etag') ?? '' } : { ifNew: true as const }
  const etag = await bucket.put(CLAIM, content, HEADERS, { ...BOUNDS, ...condition })
  if (etag === undefined)
    throw new ExportFault('Another export has begun to write to this bucket: wait for it')
  let looked = performance.now()
  const isOurs = async () => (await bucket.head(CLAIM, BOUNDS))?.get('etag') === etag
  return {
    isAfterUnfinished: found !== undefined,
    async check(when) {
      if (when === undefined && performance.now() - looked < LOOKED) return
      looked = performance.now()
      if (await isOurs()) return
      throw new ExportFault(
        'Another export has begun to write to this bucket, and goes on in place of this one: wait for it, or run this one again',
      )
    },
    async release(isFinished) {
      if (isFinished && (await isOurs())) await bucket.delete(CLAIM, BOUNDS)
      // Writes after another export started are for the next export to find.
      else if (!isFinished) await bucket.put(CLAIM, content, HEADERS, BOUNDS)
    },
  }
}
