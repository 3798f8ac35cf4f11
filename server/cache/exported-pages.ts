// Where an export is that a server answers from: a folder. In: its path. Out: its manifest, the files of pages, and what was purged of it.

import { appendFile, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  MANIFEST,
  type Manifest,
  PAGES,
  readManifest,
  type SnapshotRecord,
} from '../export/manifest.ts'
import { PURGED, type PurgedText } from './purged-file.ts'

/** An export, wherever it is. */
export interface ExportedPages {
  /** Where it is, for messages. */
  readonly place: string
  /** `unchanged`: it is still the one of this etag. Undefined: there is none. Rejects where nobody can tell. */
  open(seen?: string): Promise<OpenedExport | 'unchanged' | undefined>
  /** The bytes of a page, whatever they are; null where there are none, undefined where nobody can tell now. */
  page(record: SnapshotRecord): Promise<Buffer | null | undefined>
  readonly purged: PurgedText
  /** After how many ms one that cannot be used is looked at again. Default: never. */
  readonly again?: number
}

/** Its manifest, open. */
export interface OpenedExport {
  readonly manifest: Manifest
  /** When it was written, in ms of the Unix clock. */
  readonly writtenAt: number
  /** Names its content, where that is known. */
  readonly etag?: string
}

/** Opens that of a folder. */
export function exportedFolder(folder: string): ExportedPages {
  const purged = join(folder, PURGED)
  return {
    place: folder,
    async open() {
      const manifest = await readManifest(folder)
      if (manifest === undefined) return undefined
      const written = await stat(join(folder, MANIFEST)).catch(() => undefined)
      return { manifest, writtenAt: written?.mtimeMs ?? 0 }
    },
    page: ({ file }) => readFile(join(folder, PAGES, file)).catch(() => null),
    purged: {
      read: () =>
        readFile(purged, 'utf8').catch((error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return ''
          throw new Error(`${purged}, which says what was purged, cannot be read (${error.code})`)
        }),
      append: (line) => appendFile(purged, line, { flush: true }),
      async replace(text) {
        await writeFile(`${purged}.new`, text, { flush: true })
        await rename(`${purged}.new`, purged)
      },
    },
  }
}
