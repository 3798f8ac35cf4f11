// An export in a bucket that a server answers from: what `hashbang export --to` has written. In: the bucket. Out: its manifest, brought
// here into a file without a name, pages one by one, and what was purged. No request waits for longer than half a second, and after
// a few failures none is sent for a while. What was purged is written with conditions: of servers that purge at once all stand.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MANIFEST, openManifest, PAGES } from '../export/manifest.ts'
import { BucketError, openBucket } from '../objects/bucket.ts'
import type { BucketPlace } from '../objects/bucket-url.ts'
import type { Breaker } from './breaker.ts'
import type { ExportedPages } from './exported-pages.ts'
import { PURGED } from './purged-file.ts'

/** What a request waits for, and what is worth waiting for; in ms. */
export const PAGE_TIMEOUT = 500
const PURGE_TIMEOUT = 5000
const MANIFEST_TIMEOUT = 600_000
/** One that cannot be used is looked at again after so many ms: it may be exported after the start. */
const AGAIN = 10_000

/** So often a purge is written that others came before, and so much text of purges is read. */
const TRIES = 20
const MOST_PURGED = 2 ** 24

const PLAIN = { 'content-type': 'application/jsonl', 'cache-control': 'no-store' }

/** Opens that of a bucket; asks it nothing yet. */
export function exportedBucket(
  place: BucketPlace,
  { attempt }: Pick<Breaker, 'attempt'>,
): ExportedPages {
  const bucket = openBucket(place)
  const patient = { timeout: PURGE_TIMEOUT, most: MOST_PURGED }

  async function change(next: (text: string) => string): Promise<void> {
    for (let tried = 0; tried < TRIES; tried++) {
      const found = await bucket.get(PURGED, patient)
      const condition = found ? { ifMatch: found.etag } : { ifNew: true as const }
      const text = Buffer.from(next(found ? String(found.body) : ''))
      if ((await bucket.put(PURGED, text, PLAIN, { ...patient, ...condition })) !== undefined)
        return
    }
    throw new BucketError(`others write ${PURGED} without end`)
  }

  return {
    place: `s3://${place.bucket}/${place.prefix}`,
    again: AGAIN,
    async open(seen) {
      const facts = await bucket.head(MANIFEST, patient)
      const etag = facts?.get('etag') ?? undefined
      if (facts === undefined || etag === undefined) return undefined
      if (etag === seen) return 'unchanged'
      const folder = await mkdtemp(join(tmpdir(), 'hashbang-manifest-'))
      try {
        const path = join(folder, MANIFEST)
        const brought = await bucket.download(MANIFEST, path, { timeout: MANIFEST_TIMEOUT })
        if (brought !== etag) throw new BucketError(`${MANIFEST} is being written`)
        const manifest = openManifest(path)
        // Without a date, every purge counts.
        return { manifest, etag, writtenAt: Date.parse(facts.get('last-modified') ?? '') || 0 }
      } finally {
        // It stays open.
        await rm(folder, { recursive: true, force: true }).catch(() => undefined)
      }
    },
    page({ file, bytes }) {
      const bounds = { timeout: PAGE_TIMEOUT, most: bytes }
      return attempt(async () => (await bucket.get(`${PAGES}/${file}`, bounds))?.body ?? null)
    },
    purged: {
      read: async () => String((await bucket.get(PURGED, patient))?.body ?? ''),
      append: (line) => change((text) => text + line),
      // What others have written stays, unless all is purged.
      replace: (text) =>
        change((before) =>
          /^\{"at":\d+\}\n$/.test(text)
            ? text
            : [...new Set((before + text).split('\n').filter(Boolean))].join('\n').concat('\n'),
        ),
    },
  }
}
