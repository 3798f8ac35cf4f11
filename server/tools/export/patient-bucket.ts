// Tries each request to a bucket three times within its time limit. A conditional request is tried
// once: after a lost response, it would fail on its own write.

import { setTimeout } from 'node:timers/promises'
import { type Bounds, type Bucket, BucketError } from './objects/bucket.ts'

const TRIES = 3
/** Pause before a retry, in ms. */
const PAUSE = 500

/** @param pause Waits for a number of ms. */
export function patientBucket(
  bucket: Bucket,
  pause: (ms: number) => Promise<unknown> = setTimeout,
): Bucket {
  const patiently = <T>(bounds: Bounds, ask: (within: Bounds) => Promise<T>) =>
    withRetries(bounds, ask, pause)
  return {
    ...bucket,
    get: (key, bounds) => patiently(bounds, (within) => bucket.get(key, within)),
    download: (key, path, bounds) =>
      patiently(bounds, (within) => bucket.download(key, path, within)),
    head: (key, bounds) => patiently(bounds, (within) => bucket.head(key, within)),
    copy: (from, to, headers, bounds) =>
      patiently(bounds, (within) => bucket.copy(from, to, headers, within)),
    delete: (key, bounds) => patiently(bounds, (within) => bucket.delete(key, within)),
    async *list(prefix, bounds) {
      // Only the first page is retried: the caller has received the others already.
      let list = bucket.list(prefix, bounds)
      const first = await patiently(bounds, async () => {
        try {
          return await list.next()
        } catch (error) {
          list = bucket.list(prefix, bounds)
          throw error
        }
      })
      if (first.done) return
      yield first.value
      yield* list
    },
    put(key, body, headers, bounds) {
      if (bounds.ifMatch !== undefined || bounds.ifNew)
        return bucket.put(key, body, headers, bounds)
      return patiently(bounds, (within) => bucket.put(key, body, headers, within))
    },
  }
}

async function withRetries<T>(
  bounds: Bounds,
  ask: (within: Bounds) => Promise<T>,
  pause: (ms: number) => Promise<unknown>,
): Promise<T> {
  const begun = performance.now()
  for (let tried = 1; ; tried++) {
    const left = Math.round(bounds.timeout - (performance.now() - begun))
    try {
      return await ask({ ...bounds, timeout: Math.max(1, left) })
    } catch (error) {
      const wait = PAUSE * tried * (1 + Math.random())
      const isLate = performance.now() - begun + 2 * wait > bounds.timeout
      if (tried === TRIES || isLate || !(error instanceof BucketError && error.mayPass)) throw error
      await pause(wait)
    }
  }
}
