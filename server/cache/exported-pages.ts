// Reads the manifest, pages and purges of an export's folder.

import { appendFile, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  MANIFEST,
  type Manifest,
  PAGES,
  readManifest,
  type SnapshotRecord,
} from '../tools/export/manifest.ts'
import { PURGED, type PurgedText } from './purged-file.ts'

export interface OpenedExport {
  readonly manifest: Manifest
  /** When the export was written, in Unix ms. */
  readonly writtenAt: number
  readonly purges: PurgedText
}

/** Opens an export; undefined if there is none. Rejects if it cannot be read. */
export async function openExport(folder: string): Promise<OpenedExport | undefined> {
  const manifest = await readManifest(folder)
  if (manifest === undefined) return undefined
  const written = await stat(join(folder, MANIFEST)).catch(() => undefined)
  return { manifest, writtenAt: written?.mtimeMs ?? 0, purges: purgesIn(folder) }
}

/** Reads the bytes of a page, unchecked; undefined if they cannot be read. */
export const pageOf = (folder: string, { file }: SnapshotRecord): Promise<Buffer | undefined> =>
  readFile(join(folder, PAGES, file)).catch(() => undefined)

function purgesIn(folder: string): PurgedText {
  const purged = join(folder, PURGED)
  return {
    read: () =>
      readFile(purged, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return ''
        throw new Error(`${purged}, the list of purges, cannot be read (${error.code})`)
      }),
    append: (line) => appendFile(purged, line, { flush: true }),
    async replace(text) {
      await writeFile(`${purged}.new`, text, { flush: true })
      await rename(`${purged}.new`, purged)
    },
  }
}
