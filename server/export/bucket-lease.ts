// One writer of a bucket at a time, over machines: an object that says until when. In: a bucket. Out: a lease that is renewed while
// it is held; who finds it lost writes nothing more. A process that was killed holds it for a minute. Who did not finish leaves it there,
// which says to the next that the bucket may hold what no manifest names.

import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Bucket } from '../objects/bucket.ts'
import { ExportFault } from './fault.ts'

/** See the head of this file. */
export interface Lease {
  /** Whether an export before this one did not finish what it wrote. */
  readonly isAfterUnfinished: boolean
  /** @throws {ExportFault} When another writes by now. Asked before every write. */
  check(): void
  /** @param isFinished Whether what was written is whole. */
  release(isFinished: boolean): Promise<void>
}

/** Where it is: an object that is there says that somebody writes, or did not finish. */
export const LEASE = '.export/lock'

/** For how many ms it is held, and how often it is renewed. A write must end in what is left. */
const LASTS = 60_000
const RENEWED = 15_000
/** How often one that is waited for is looked at, in ms. */
const LOOKED = 2000

/** How long a write to the bucket may take, in ms: less than what is left of a lease that was not renewed once. */
export const WRITE_TIMEOUT = 30_000

const BOUNDS = { timeout: 10_000 }
const HEADERS = { 'content-type': 'application/json', 'cache-control': 'no-store' }

/** Takes the lease. @throws {ExportFault} While another holds it. */
export async function takeLease(bucket: Bucket, run: string | undefined): Promise<Lease> {
  const holder = randomUUID()
  const content = (lasts = LASTS) =>
    Buffer.from(JSON.stringify({ holder, run, until: Date.now() + lasts }))
  let begun = performance.now()
  let etag = await bucket.put(LEASE, content(), HEADERS, { ...BOUNDS, ifNew: true })
  const isAfterUnfinished = etag === undefined
  if (etag === undefined) {
    const found = await whenLeft(bucket, run)
    begun = performance.now()
    const condition = found ? { ifMatch: found.etag } : { ifNew: true as const }
    etag = await bucket.put(LEASE, content(), HEADERS, { ...BOUNDS, ...condition })
    if (etag === undefined)
      throw new ExportFault('Another export has begun to write to this bucket: wait for it')
  }
  let heldUntil = begun + LASTS
  let isLost = false
  let renewing: Promise<void> = Promise.resolve()
  const renew = async () => {
    const at = performance.now()
    const next = await bucket
      .put(LEASE, content(), HEADERS, { ...BOUNDS, ifMatch: etag as string })
      // It may have been written all the same; then the next finds that.
      .catch(() => etag)
    if (next === undefined) isLost = true
    else if (next !== etag) {
      etag = next
      heldUntil = at + LASTS
    }
  }
  const timer = setInterval(() => {
    renewing = renewing.then(renew)
  }, RENEWED)
  return {
    isAfterUnfinished,
    check() {
      if (isLost || performance.now() > heldUntil - WRITE_TIMEOUT)
        throw new ExportFault(
          'The bucket is not ours to write to any more: another export has taken it, or it could not be reached for too long; run it again',
        )
    },
    async release(isFinished) {
      clearInterval(timer)
      await renewing
      if (isLost) return
      const end = isFinished
        ? bucket.delete(LEASE, BOUNDS)
        : bucket.put(LEASE, content(0), HEADERS, { ...BOUNDS, ifMatch: etag as string })
      await end.catch(() => undefined)
    },
  }
}

/**
 * What is there, once nobody holds it. One of the same run is mostly that of a machine that is gone, in whose place this one is: it is
 * waited for until it has not been renewed for as long as it lasts, whatever the clocks of two machines say.
 *
 * @throws {ExportFault} While another holds it.
 */
async function whenLeft(bucket: Bucket, run: string | undefined) {
  const begun = performance.now()
  let first: string | undefined
  for (;;) {
    const found = await bucket.get(LEASE, BOUNDS)
    const { until = 0, run: other = '' } = found ? readLease(String(found.body)) : {}
    if (until <= Date.now()) return found
    first ??= found?.etag
    if (other === '' || other !== run || found?.etag !== first)
      throw new ExportFault(
        `Another export${other === '' ? '' : `, of the run ${other},`} is writing to this bucket: wait for it; one that was killed holds it for a minute`,
      )
    if (performance.now() - begun > LASTS) return found
    await setTimeout(LOOKED)
  }
}

function readLease(text: string): { readonly until?: number; readonly run?: string } {
  try {
    return JSON.parse(text) as { until: number }
  } catch {
    return {}
  }
}
