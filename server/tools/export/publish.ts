// Publishes the staged files of a run or a merge, and removes pages that are gone.

import { join } from 'node:path'
import { ExportFault, onDisk } from './fault.ts'
import {
  MANIFEST,
  type Manifest,
  type ManifestFacts,
  openManifest,
  PAGES,
  type SnapshotRecord,
} from './manifest.ts'
import type { Publication } from './publication.ts'
import { cursorOf } from './sorted-cursor.ts'
import { writeManifest } from './write-manifest.ts'

export interface Extra {
  readonly file: string
  readonly lines: Iterable<string>
  isOurs(text: string): boolean
}

export interface Content {
  /** Sorted by file. Called several times. */
  records(): Iterable<SnapshotRecord>
  readonly previous: Manifest | undefined
  readonly extras?: ((manifest: Manifest) => Iterable<Extra>) | undefined
}

/** Publishes everything or nothing. @throws {ExportFault} When a file cannot be written. */
export async function publish(
  publication: Publication,
  facts: ManifestFacts,
  { records, previous, extras }: Content,
): Promise<number> {
  const made = join(publication.scratch, MANIFEST)
  await onDisk(made, () => writeManifest(made, facts, records))
  const manifest = openManifest(made)
  try {
    for (const { file, lines, isOurs } of extras?.(manifest) ?? []) {
      const body = Buffer.from([...lines].join(''))
      const staged = await publication.stage(file, body, (now) => isOurs(String(now)))
      if (staged === 'foreign') {
        throw new ExportFault(
          `Cannot write ${file}: a file of that name is there and was not written by an export; move it away, or choose another folder`,
        )
      }
    }
  } finally {
    manifest.close()
  }
  const removed = gone(previous?.records() ?? [], records())
  return publication.commit({ removed, list: { file: MANIFEST, made } })
}

/** Published pages that the new manifest does not have. */
function* gone(before: Iterable<SnapshotRecord>, now: Iterable<SnapshotRecord>): Generator<string> {
  const stays = cursorOf(now, ({ file }) => file)
  for (const { file, bytes } of before)
    if (bytes > 0 && (stays.at(file)?.bytes ?? 0) === 0) yield `${PAGES}/${file}`
}
