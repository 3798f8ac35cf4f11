// Reads the manifest of an export, manifest.jsonl in its folder. `hashbang export` writes it. The
// server's directory tier and the next export read it.
//
// JSON lines: a header, then one line a state, sorted by `file` (by UTF-16 code units; names are
// ASCII). A reader finds a line by bisection, without an index.
//   {"format":"hashbang-snapshots","version":1,"origin":"https://example.com","build":"…",
//    "run":"…","headers":[{…},…]}
//   {"file":"=/word/ajax+.html","page":"/","state":"/word/ajax","status":200,"bytes":5120,
//    "hash":"…","headers":0,"own":{"etag":"…","link":"…"},
//    "lastModified":"2026-01-31T00:00:00.000Z"}
// A state's `headers` is the index of its shared headers; `own` has the rest. A state that
// redirects has status 301 or 302, its `location` in `own`, no file, and `bytes` 0. A kept state
// has `from`, the index of its run in `earlier`; without `from`, it belongs to `run`.

import { join } from 'node:path'
import { ExportFault } from './fault.ts'
import { openLineFile } from './line-file.ts'
import { snapshotFile } from './names.ts'

export const MANIFEST = 'manifest.jsonl'

export const PAGES = 'pages'

export interface Run {
  /** A name, or a hash of the result. */
  readonly run: string
  /** A hash of the pages' files that the snapshots were made from. */
  readonly build: string
}

export interface ManifestFacts {
  readonly origin: string
  readonly build: string
  /** Default: a hash of the manifest's content. */
  readonly run?: string | undefined
  /** Such as `2/8`, for a shard of an export. */
  readonly shard?: string | undefined
  /** True when the run was stopped before the last state. */
  readonly partial?: true | undefined
  /** Files of the failed states. Their published pages are of an earlier run. */
  readonly failed?: readonly string[] | undefined
}

/** The first line. */
export interface ManifestHeader extends ManifestFacts, Run {
  readonly format: 'hashbang-snapshots'
  readonly version: 1
  readonly run: string
  /** Runs of the kept states. */
  readonly earlier?: readonly Run[]
  /** Sets of response headers that many states share. */
  readonly headers: readonly Readonly<Record<string, string>>[]
}

export interface SnapshotRecord {
  /** Path below the folder of pages, see names.ts. */
  readonly file: string
  readonly page: string
  readonly state: string
  readonly status: number
  readonly bytes: number
  /** SHA-256 of the file, base64url. */
  readonly hash: string
  /** Response headers, names in lower case, without `content-length`. */
  readonly headers: Readonly<Record<string, string>>
  /** ISO 8601. */
  readonly lastModified?: string
  /** The run that made it, if it is not the run of the manifest. */
  readonly from?: Run
}

export const keptFrom = (record: SnapshotRecord, { run, build }: Run): SnapshotRecord => ({
  ...record,
  from: record.from ?? { run, build },
})

/** An open manifest. It reads its file on demand. */
export interface Manifest {
  readonly header: ManifestHeader
  /**
   * Finds a state by its page and canonical text. O(log n). @throws {ExportFault} When a line that
   * it reads is damaged.
   */
  find(page: string, state: string): SnapshotRecord | undefined
  /** All states, sorted by file. @throws {ExportFault} When a line is damaged. */
  records(): Generator<SnapshotRecord>
  close(): void
}

/**
 * @param folder The folder of `hashbang export --out`. @returns undefined when there is none.
 * @throws {ExportFault} When the file is not a manifest of this version.
 */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  try {
    return openManifest(join(folder, MANIFEST))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** @throws {ExportFault} When the file is not a manifest. */
export function openManifest(path: string): Manifest {
  const file = openLineFile(path)
  const first = file.lineAt(0)
  const header = readHeader(first.line, path, () => file.close())
  const start = first.next
  const record = (line: string): SnapshotRecord => {
    const { headers, own, from, ...rest } = readLine(line, path)
    const run = from === undefined ? undefined : header.earlier?.[from]
    return { ...rest, headers: { ...header.headers[headers], ...own }, ...(run && { from: run }) }
  }
  return {
    header,
    find(page, state) {
      const name = snapshotFile(page, state)
      let low = start
      let high = file.bytes
      while (low < high) {
        const from = Math.max(start, file.startOf(Math.floor((low + high) / 2)))
        const { line, next } = file.lineAt(from)
        const found = record(line)
        if (found.file === name) return found.page === page ? found : undefined
        if (found.file < name) low = next
        else high = from
      }
      return undefined
    },
    *records() {
      for (const line of file.lines(start)) yield record(line)
    },
    close: () => file.close(),
  }
}

function readLine(line: string, path: string): Line {
  try {
    const read = JSON.parse(line) as Line | null
    if (typeof read?.file === 'string') return read
  } catch {
    // The message follows below.
  }
  throw new ExportFault(
    `${path} is damaged, at ${JSON.stringify(line.slice(0, 80))}: move it away, and export again`,
  )
}

function readHeader(line: string, path: string, close: () => void): ManifestHeader {
  try {
    const header = JSON.parse(line) as ManifestHeader
    if (header.format === 'hashbang-snapshots' && header.version === 1) return header
  } catch {
    // The message follows below.
  }
  close()
  throw new ExportFault(
    `${path} is no manifest of this version: move it away, or export into another folder`,
  )
}

export interface Line extends Omit<SnapshotRecord, 'headers' | 'from'> {
  readonly headers: number
  readonly from?: number
  readonly own: Readonly<Record<string, string>>
}
