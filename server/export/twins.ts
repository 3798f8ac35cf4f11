// A twin of each state at a real path, for hosts that can only serve files (GitHub Pages, S3). With readable addresses it is the
// page at that address. Without, who cannot run scripts reads it, a browser goes on into the app; its canonical link is the pretty URL.
//   /word/ajax -> word/ajax/index.html     x -> ^=x/index.html     '' -> index.html
// In: a finished export. Out: files, all at once; a file of the folder that is no twin is left alone.

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { escapeHtml } from '../../src/html.ts'
import { prettyUrl } from '../../src/url.ts'
import { contentHash } from '../runtime/content-hash.ts'
import { ExportFault, orMissing } from './fault.ts'
import { MANIFEST, PAGES, readManifest, type SnapshotRecord } from './manifest.ts'
import { isUnsafe, pagePart, plainPath, uglyValue } from './names.ts'
import { openOwnedFiles } from './owned-files.ts'

/** The path of a state's twin, relative to the folder of twins. */
export function twinFile(page: string, state: string): string {
  const part = pagePart(page)
  return `${part === '' ? '' : `${part}=/`}${twinFolder(uglyValue(state))}index.html`
}

function twinFolder(value: string): string {
  if (value === '') return ''
  const path = plainPath(value)
  const segments = path?.split('/') ?? []
  const inner = segments[0] === '' ? segments.slice(1) : segments
  // Those that the name of the file itself, or the slash before it, would be taken for.
  const isOdd = inner.some((segment) => isUnsafe(segment) || segment === 'index.html')
  if (path === null || isOdd) return `^^${createHash('sha256').update(value).digest('hex')}/`
  return segments[0] === '' ? `${path.slice(1)}/` : `^=${path}/`
}

/** The list of a folder's twins: their files and hashes of what they hold. */
const LIST = { file: '.hashbang-twins.json', format: 'hashbang-twins', called: 'twins' }

/** What became of the twins of an export. */
export interface TwinReport {
  readonly written: number
  readonly unchanged: number
  readonly removed: number
  /** Files that are there and are not twins, such as the app's own `index.html`: left as they are. */
  readonly refused: readonly string[]
}

/** One file. */
export interface Twin {
  readonly path: string
  readonly body: Buffer
}

/** Makes the readable pages of states. */
export interface ReadableTwins {
  /**
   * Gives the readable page of a state, with what else is made of it; undefined where it has none, or none that a host of
   * files can tell; null where it needs no twin, because its address is a path.
   */
  make(record: SnapshotRecord): Promise<readonly Twin[] | null | undefined>
  /** Where the app shows a state. Default: after `#!`. */
  prettyUrl?(page: string, state: string): string
}

/**
 * Writes a twin of each state of an export, and removes those of states that are gone.
 *
 * @param readable Makes the twins of states with readable addresses. Default: every twin sends people on.
 *
 * @throws {ExportFault} When a file cannot be written; what was there is then as it was.
 */
export async function writeTwins(
  from: string,
  into: string,
  origin: string,
  readable?: ReadableTwins,
): Promise<TwinReport> {
  const manifest = await readManifest(from)
  const files = await openOwnedFiles(into, LIST)
  try {
    const counts = { staged: 0, unchanged: 0, foreign: 0 }
    const refused: string[] = []
    const sending = async ({ page, state, file, hash }: SnapshotRecord): Promise<Twin> => {
      const snapshot = await readFile(join(from, PAGES, file)).catch(orMissing)
      if (snapshot === undefined || contentHash(snapshot) !== hash) {
        throw new ExportFault(
          `${join(from, PAGES, file)} is not what ${MANIFEST} says: run the export again`,
        )
      }
      const pretty = readable?.prettyUrl?.(page, state) ?? prettyUrl(origin + page, state)
      const body = Buffer.from(twin(String(snapshot), origin + page, pretty))
      return { path: twinFile(page, state), body }
    }
    const make = async (record: SnapshotRecord) => {
      const made = await readable?.make(record)
      return made === undefined ? [await sending(record)] : made
    }
    for (const some of batches(manifest?.records() ?? [])) {
      for (const { path, body } of (await Promise.all(some.map(make))).flatMap(
        (all) => all ?? [],
      )) {
        // Whoever builds the app may have put a file of its own where a twin was.
        const staged = await files.put(path, body)
        counts[staged] += 1
        if (staged === 'foreign') refused.push(path)
      }
    }
    const removed = await files.commit()
    const { staged: written, unchanged } = counts
    return { written, unchanged, removed, refused }
  } finally {
    manifest?.close()
    await files.close()
  }
}

/** How many twins are made at a time. */
const BATCH = 64

/** Those that are pages, so many at a time. */
function* batches(records: Iterable<SnapshotRecord>): Generator<SnapshotRecord[]> {
  let batch: SnapshotRecord[] = []
  for (const record of records) {
    if (record.bytes > 0) batch.push(record)
    if (batch.length === BATCH) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}

/** The text of a twin. */
function twin(snapshot: string, pageUrl: string, pretty: string): string {
  const script = `location.replace(${JSON.stringify(pretty).replaceAll('<', '\\u003c')})`
  const added = `<base href="${escapeHtml(pageUrl)}"><script>${script}</script>`
  // The replacement is a function: in a text "$" would be special.
  return snapshot.replace(/<head(?:\s[^>]*)?>/i, (tag) => tag + added)
}
