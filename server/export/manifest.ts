// What an export holds, as a file: manifest.jsonl in its folder. Written by `hashbang export`, read by the
// server's directory tier and by the next export.
//
// JSON lines. The first is the header; then one line a state, sorted by `file` (by UTF-16 code units, and
// names are ASCII), so that a reader needs no index: it halves the file until it has found the line.
//   {"format":"hashbang-snapshots","version":1,"origin":"https://example.com","build":"…","headers":[{…},…]}
//   {"file":"=/word/ajax+.html","page":"/","state":"/word/ajax","status":200,"bytes":5120,"hash":"…","headers":0,
//    "own":{"etag":"…","link":"…"},"lastModified":"2026-01-31T00:00:00.000Z"}
// `headers` of a state is the place of the headers that it shares with others, `own` has the rest. A state
// that stands for another has status 301 or 302, its `location` among `own`, and no file: `bytes` is 0.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { snapshotFile } from './names.ts'

/** The name of the manifest in the folder of an export. */
export const MANIFEST = 'manifest.jsonl'

/** The folder of the pages' files in the folder of an export. */
export const PAGES = 'pages'

/** The first line. */
export interface ManifestHeader {
  readonly format: 'hashbang-snapshots'
  readonly version: 1
  readonly origin: string
  /** What the snapshots were made of: a hash of the pages' files. */
  readonly build: string
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
}

/** A manifest in memory: the text of its file and nothing more. */
export interface Manifest {
  readonly header: ManifestHeader
  /** Finds a state by its page and canonical text. O(log n). */
  find(page: string, state: string): SnapshotRecord | undefined
  /** All states, by their files. */
  records(): Generator<SnapshotRecord>
}

/**
 * Reads the manifest of an export.
 *
 * @param folder What `hashbang export --out` was given.
 * @param name Default: that of a whole export.
 * @returns undefined when there is none.
 * @throws {SyntaxError} When the file is no manifest of this version.
 */
export async function readManifest(
  folder: string,
  name: string = MANIFEST,
): Promise<Manifest | undefined> {
  const path = join(folder, name)
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return bytes && openManifest(bytes, path)
}

function openManifest(bytes: Buffer, path: string): Manifest {
  const start = bytes.indexOf('\n') + 1
  const header = readHeader(bytes.toString('utf8', 0, start), path)
  const lineAt = (from: number) => bytes.toString('utf8', from, bytes.indexOf('\n', from))
  const record = (line: string): SnapshotRecord => {
    const { headers, own, ...rest } = JSON.parse(line) as Line
    return { ...rest, headers: { ...header.headers[headers], ...own } }
  }
  return {
    header,
    find(page, state) {
      const file = snapshotFile(page, state)
      let low = start
      let high = bytes.length
      while (low < high) {
        const from = bytes.lastIndexOf('\n', Math.floor((low + high) / 2) - 1) + 1
        const found = record(lineAt(from))
        if (found.file === file) return found.page === page ? found : undefined
        if (found.file < file) low = bytes.indexOf('\n', from) + 1
        else high = from
      }
      return undefined
    },
    *records() {
      for (let from = start; from < bytes.length; from = bytes.indexOf('\n', from) + 1) {
        yield record(lineAt(from))
      }
    },
  }
}

function readHeader(line: string, path: string): ManifestHeader {
  try {
    const header = JSON.parse(line) as ManifestHeader
    if (header.format === 'hashbang-snapshots' && header.version === 1) return header
  } catch {
    // Said below.
  }
  throw new SyntaxError(`${path} is no manifest of this version: export again into an empty folder`)
}

interface Line extends Omit<SnapshotRecord, 'headers'> {
  readonly headers: number
  readonly own: Readonly<Record<string, string>>
}

/** Headers that each state has its own of; the others are written once for all states that share them. */
const OWN = ['etag', 'link', 'last-modified', 'location']

/** Writes a manifest: the text of its file, line by line. The same records give the same text in any order. */
export function* writeManifest(
  { origin, build }: Pick<ManifestHeader, 'origin' | 'build'>,
  records: readonly SnapshotRecord[],
): Generator<string> {
  const split = records.map(({ headers, ...rest }) => {
    const own = Object.entries(headers).filter(([name]) => OWN.includes(name))
    const shared = Object.entries(headers).filter(([name]) => !OWN.includes(name))
    return { rest, own: sorted(own), shared: sorted(shared) }
  })
  const sets = [...new Set(split.map(({ shared }) => shared))].sort()
  const places = new Map(sets.map((set, index) => [set, index]))
  yield `${JSON.stringify({ format: 'hashbang-snapshots', version: 1, origin, build }).slice(
    0,
    -1,
  )},"headers":[${sets.join()}]}\n`
  split.sort((a, b) => (a.rest.file < b.rest.file ? -1 : 1))
  for (const { rest, own, shared } of split) {
    const { file, page, state, status, bytes, hash, lastModified } = rest
    const line = JSON.stringify({ file, page, state, status, bytes, hash, lastModified })
    yield `${line.slice(0, -1)},"headers":${places.get(shared)},"own":${own}}\n`
  }
}

const sorted = (entries: [string, string][]): string =>
  JSON.stringify(Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1))))
