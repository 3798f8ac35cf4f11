// Merges the shards of one run into the folder of a single export. Publishes only if each shard is
// there once and its files match.

import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { contentHash } from '../../diagnostics/runtime/content-hash.ts'
import { orMissing } from './fault.ts'
import { type Manifest, PAGES, readManifest } from './manifest.ts'
import { openPublication, type Publication, recover } from './publication.ts'
import { type Content, publish } from './publish.ts'
import { readShard, SHARD_FOLDER } from './shard.ts'
import { chooseRun, type Part, recordsOf } from './shard-parts.ts'
import { cursorOf } from './sorted-cursor.ts'
import { withKept } from './with-kept.ts'

export interface MergeOptions extends Pick<Content, 'extras'> {
  /** Merges only this run. Default: all shards must be of one run. */
  readonly run?: string | undefined
}

export interface MergeReport {
  readonly states: number
  readonly removed: number
  readonly failed: number
}

/**
 * @throws {RangeError} When the shards are not one run, or a file is wrong. @throws {ExportFault}
 * When a file cannot be written.
 */
export async function mergeShards(
  folders: readonly string[],
  into: string,
  { run, extras }: MergeOptions = {},
): Promise<MergeReport> {
  const parts = chooseRun(await findParts(folders), folders, run)
  const publication = await openPublication(into)
  try {
    const previous = await readManifest(into)
    try {
      const failed = parts.flatMap(({ manifest }) => manifest.header.failed ?? [])
      await takeParts(parts, publication, previous)
      const { origin, build, run } = (parts[0] as Part).manifest.header
      const facts = { origin, build, run, failed }
      const isFailed = new Set(failed)
      const records = () => withKept(recordsOf(parts), previous, (file) => isFailed.has(file))
      let states = 0
      for (const _ of records()) states += 1
      const removed = await publish(publication, facts, { records, previous, extras })
      return { states, removed, failed: failed.length }
    } finally {
      previous?.close()
    }
  } finally {
    await publication.close(false)
    for (const { manifest } of parts) manifest.close()
  }
}

async function findParts(folders: readonly string[]): Promise<Part[]> {
  const places = new Set<string>()
  for (const folder of folders) {
    places.add(resolve(folder))
    for (const name of (await readdir(folder).catch(orMissing)) ?? []) {
      if (SHARD_FOLDER.test(name)) places.add(resolve(folder, name))
    }
  }
  const parts: Part[] = []
  for (const folder of [...places].sort()) {
    await recover(folder)
    const manifest = await readManifest(folder)
    const shard = readShard(manifest?.header.shard ?? '')
    if (manifest && shard) parts.push({ folder, shard, manifest })
    else manifest?.close()
  }
  return parts
}

async function takeParts(
  parts: readonly Part[],
  publication: Publication,
  previous: Manifest | undefined,
): Promise<void> {
  for (const { folder, shard, manifest } of parts) {
    const before = cursorOf(previous?.records() ?? [], ({ file }) => file)
    for (const record of manifest.records()) {
      if (record.bytes === 0) continue
      const file = `${PAGES}/${record.file}`
      const body = await readFile(join(folder, file)).catch(orMissing)
      const hash = body && contentHash(body)
      if (body === undefined || hash !== record.hash) {
        throw new RangeError(
          `Cannot merge: ${join(folder, file)} is ${body ? 'not what its manifest says' : 'missing'}: export shard ${shard.index} of ${shard.count} again`,
        )
      }
      const isOurs = (before.at(record.file)?.bytes ?? 0) > 0
      if ((await publication.stage(file, body, () => isOurs)) === 'foreign') {
        throw new RangeError(`Cannot merge: ${file} was not written by an export: move it away`)
      }
    }
  }
}
