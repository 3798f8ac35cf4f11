// Puts the shards of an export together. In: folders, each with one or more shards of one export. Out: one
// folder, equal to what the export would have been in one piece.

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MANIFEST, PAGES, readManifest, type SnapshotRecord, writeManifest } from './manifest.ts'
import { openStore } from './store.ts'

const SHARD = /^manifest-(\d+)-of-(\d+)\.jsonl$/

/**
 * Merges shards.
 *
 * @returns How many states there are.
 * @throws {RangeError} When a shard is missing, or they are of different exports.
 */
export async function mergeShards(folders: readonly string[], into: string): Promise<number> {
  const store = await openStore(into, 'merge')
  const records = new Map<string, SnapshotRecord>()
  const found = new Map<string, { folder: string; count: string }>()
  for (const folder of new Set(folders)) {
    for (const name of await readdir(folder)) {
      const [, index, count] = SHARD.exec(name) ?? []
      if (index !== undefined && count !== undefined) found.set(index, { folder, count })
    }
  }
  const counts = [...new Set([...found.values()].map(({ count }) => count))]
  const missing = Array.from({ length: Number(counts[0] ?? 0) }, (_, index) => String(index + 1))
    .filter((index) => !found.has(index))
    .join(', ')
  if (counts.length !== 1 || missing !== '') {
    throw new RangeError(
      counts.length === 0
        ? `Cannot merge: there is no manifest-1-of-….jsonl in ${folders.join(', ')}`
        : `Cannot merge: ${missing ? `shard ${missing} of ${counts[0]} is missing` : `there are shards of ${counts.join(' and of ')}`}`,
    )
  }
  let header: { origin: string; build: string } | undefined
  for (const [index, { folder, count }] of found) {
    const manifest = await readManifest(folder, `manifest-${index}-of-${count}.jsonl`)
    if (manifest === undefined) continue
    const { origin, build } = manifest.header
    header ??= { origin, build }
    if (origin !== header.origin || build !== header.build) {
      throw new RangeError(`Cannot merge: shard ${index} is of another build; export it again`)
    }
    for (const record of manifest.records()) {
      records.set(record.file, record)
      const file = `${PAGES}/${record.file}`
      if (record.bytes > 0 && folder !== into) store.put(file, await readFile(join(folder, file)))
    }
  }
  await store.sweep((file) => (records.get(file)?.bytes ?? 0) > 0)
  store.putLines(
    MANIFEST,
    writeManifest(header ?? { origin: '', build: '' }, [...records.values()]),
  )
  await store.close()
  return records.size
}
