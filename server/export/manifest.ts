// What an export holds, as a file: manifest.jsonl in its folder. Written by `hashbang export`, read by the
// server's directory tier and by the next export.
//
// JSON lines. The first is the header; then one line a state, sorted by `file` (by UTF-16 code units, and
// names are ASCII), so that a reader needs no index: it halves the file until it has found the line.
//   {"format":"hashbang-snapshots","version":1,"origin":"https://example.com","build":"…","run":"…","headers":[{…},…]}
//   {"file":"=/word/ajax+.html","page":"/","state":"/word/ajax","status":200,"bytes":5120,"hash":"…","headers":0,
//    "own":{"etag":"…","link":"…"},"lastModified":"2026-01-31T00:00:00.000Z"}
// `headers` of a state is the place of the headers that it shares with others, `own` has the rest. A state
// that stands for another has status 301 or 302, its `location` among `own`, and no file: `bytes` is 0.
// `from` of a state is the place among `earlier` of the run that it is kept from; without it, it is of `run`.

import { join } from 'node:path'
import { ExportFault } from './fault.ts'
import { openLineFile } from './line-file.ts'
import { snapshotFile } from './names.ts'

/** The name of the manifest in the folder of an export. */
export const MANIFEST = 'manifest.jsonl'

/** The folder of the pages' files in the folder of an export. */
export const PAGES = 'pages'

/** A run of an export. */
export interface Run {
  /** Its name, or a hash of what it made: the same site gives the same. */
  readonly run: string
  /** What the snapshots were made of: a hash of the pages' files. */
  readonly build: string
}

/** What a manifest says of the whole. */
export interface ManifestFacts {
  readonly origin: string
  readonly build: string
  /** Default: a hash of all that the manifest says. */
  readonly run?: string | undefined
  /** Such as `2/8`, where it is a part of an export that was split. */
  readonly shard?: string | undefined
  /** True when the run was told to stop before the last state. */
  readonly partial?: true | undefined
  /** Files of the states that failed: what there is of them is of an earlier run. */
  readonly failed?: readonly string[] | undefined
}

/** The first line. */
export interface ManifestHeader extends ManifestFacts, Run {
  readonly format: 'hashbang-snapshots'
  readonly version: 1
  readonly run: string
  /** Runs that states are kept from. */
  readonly earlier?: readonly Run[]
  /** Sets of response headers that many states share. */
  readonly headers: readonly Readonly<Record<string, string>>[]
}

/** One state of an export. */
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
  /** The run that made it, where that is not the run of the manifest. */
  readonly from?: Run
}

/** A record as a later run keeps it: with the run that made it. */
export const keptFrom = (record: SnapshotRecord, { run, build }: Run): SnapshotRecord => ({
  ...record,
  from: record.from ?? { run, build },
})

/** A manifest that is open: its file is read where it is asked for. */
export interface Manifest {
  readonly header: ManifestHeader
  /** Finds a state by its page and canonical text. O(log n). @throws {ExportFault} When a line on the way is damaged. */
  find(page: string, state: string): SnapshotRecord | undefined
  /** All states, by their files. @throws {ExportFault} When a line is damaged. */
  records(): Generator<SnapshotRecord>
  close(): void
}

/**
 * Reads the manifest of an export.
 *
 * @param folder What `hashbang export --out` was given.
 * @returns undefined when there is none.
 * @throws {ExportFault} When the file is no manifest of this version.
 */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  try {
    return openManifest(join(folder, MANIFEST))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Opens a manifest by its path. @throws {ExportFault} When it is none. */
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
    // Said below.
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
    // Said below.
  }
  close()
  throw new ExportFault(
    `${path} is no manifest of this version: move it away, or export into another folder`,
  )
}

/** A state's line. */
export interface Line extends Omit<SnapshotRecord, 'headers' | 'from'> {
  readonly headers: number
  readonly from?: number
  readonly own: Readonly<Record<string, string>>
}
