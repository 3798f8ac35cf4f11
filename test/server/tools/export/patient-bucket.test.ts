/** A bucket that is asked again where its store was busy. */
import { expect } from '@playwright/test'
import { type Bucket, BucketError } from '../../../../server/tools/export/objects/bucket.ts'
import { patientBucket } from '../../../../server/tools/export/patient-bucket.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('patient bucket')

const BOUNDS = { timeout: 60_000 }

test('a store that is busy or breaks off for a moment ends no export; a write with a condition is sent once', async () => {
  let asked = 0
  const pauses: number[] = []
  const broken = new BucketError('busy', { mayPass: true })
  const busy = patientBucket(
    {
      put: async () => (++asked % 3 === 0 ? 'etag' : Promise.reject(broken)),
      head: async () => Promise.reject(++asked && new BucketError('denied')),
      async *list() {
        if (++asked < 7) throw broken
        yield* ['a', 'b']
      },
    } as Partial<Bucket> as Bucket,
    async (ms) => void pauses.push(ms),
  )
  expect(await busy.put('a', Buffer.alloc(0), {}, BOUNDS)).toBe('etag')
  expect(asked).toBe(3)
  const once = busy.put('a', Buffer.alloc(0), {}, { ...BOUNDS, ifNew: true })
  await expect(once).rejects.toBe(broken)
  await expect(busy.head('a', BOUNDS)).rejects.toThrow('denied')
  expect(asked).toBe(5)
  const listed: string[] = []
  for await (const key of busy.list('', BOUNDS)) listed.push(key)
  expect([asked, listed]).toEqual([7, ['a', 'b']])
  // Each time for longer.
  expect(pauses).toHaveLength(3)
  expect(pauses[0]).toBeLessThan(pauses[1] ?? 0)
})
