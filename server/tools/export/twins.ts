// Writes a twin of each exported state at a real path, for static hosts (GitHub Pages, S3): the
// page at its readable address, or else a snapshot that sends browsers into the app. Other files
// stay.
//   /word/ajax -> word/ajax/index.html     x -> ^=x/index.html     '' -> index.html

import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { escapeHtml } from '../../../src/html.ts'
import { prettyUrl } from '../../../src/url.ts'
import { contentHash } from '../../diagnostics/runtime/content-hash.ts'
import { isUnsafe } from '../../site/file-name.ts'
import { ExportFault, orMissing } from './fault.ts'
import { inParallel } from './in-parallel.ts'
import { MANIFEST, PAGES, readManifest, type SnapshotRecord } from './manifest.ts'
import { movedPage } from './moved-page.ts'
import { pagePart, plainPath, uglyValue } from './names.ts'
import { type OwnedFiles, openOwnedFiles } from './owned-files.ts'
import { AREA } from './publication.ts'
import type { ExportError } from './run.ts'

export function twinFile(page: string, state: string): string {
  const part = pagePart(page)
  return `${part === '' ? '' : `${part}=/`}${twinFolder(uglyValue(state))}index.html`
}

function twinFolder(value: string): string {
  if (value === '') return ''
  const path = plainPath(value)
  const segments = path?.split('/') ?? []
  const inner = segments[0] === '' ? segments.slice(1) : segments
  // Segments that could be mistaken for the file's own name or for the slash before it.
  const isOdd = inner.some((segment) => isUnsafe(segment) || segment === 'index.html')
  if (path === null || isOdd) return `^^${createHash('sha256').update(value).digest('hex')}/`
  return segments[0] === '' ? `${path.slice(1)}/` : `^=${path}/`
}

const LIST = { file: '.hashbang-twins.json', format: 'hashbang-twins', called: 'twins' }

export interface TwinReport {
  readonly written: number
  readonly unchanged: number
  /** Twins that could not be made; the last good ones stay. */
  readonly kept: number
  readonly removed: number
  /** Existing files that are no twins, such as the app's own `index.html`. */
  readonly refused: readonly string[]
  readonly errors: readonly TwinFault[]
  /** Pages that no static host can serve. */
  readonly omitted: readonly TwinFault[]
}

export interface TwinFault extends ExportError {
  readonly address: string
}

/** One file of a state: made, not made this time (`reason`), or impossible on a static host. */
export type Twin =
  | { readonly type: 'file'; readonly path: string; readonly body: Buffer }
  | {
      readonly type: 'failed'
      readonly path: string
      readonly address: string
      readonly reason: string
    }
  | { readonly type: 'omitted'; readonly address: string; readonly reason: string }

type State = Pick<SnapshotRecord, 'page' | 'state'>

export interface ReadableTwins {
  /**
   * Undefined where the page has no readable addresses, null where the state's address is a path
   * and needs no twin.
   */
  make(state: State): Promise<readonly Twin[] | null | undefined>
  /** The URL at which the app shows a state. Default: after `#!`. */
  prettyUrl?(page: string, state: string): string
}

export interface TwinOptions {
  readonly from: string
  readonly into: string
  readonly origin: string
  readonly concurrency: number
  readonly readable?: ReadableTwins
  /** States that failed to export. Their published twins stay. Default: none. */
  readonly failed?: readonly State[]
  /** Whether the file system ignores case. Default: detected by a test file. */
  readonly isCaseBlind?: boolean
}

/**
 * Removes twins of states that are gone. A failed readable page keeps its last good twin. @throws
 * {ExportFault} When a file cannot be written. The folder is then unchanged.
 */
export async function writeTwins(options: TwinOptions): Promise<TwinReport> {
  const { from, into, concurrency, failed = [] } = options
  const manifest = await readManifest(from)
  const files = await openOwnedFiles(into, LIST)
  try {
    const run = new TwinRun(options, files, options.isCaseBlind ?? (await isCaseBlind(into)))
    await inParallel(concurrency, manifest?.records() ?? [], (record) => run.one(record))
    await inParallel(concurrency, failed, (state) => run.keep(state))
    const removed = await files.commit()
    const { counts, refused, errors, omitted } = run
    return { ...counts, removed, refused, errors, omitted }
  } finally {
    manifest?.close()
    await files.close()
  }
}

class TwinRun {
  readonly counts = { written: 0, unchanged: 0, kept: 0 }
  readonly refused: string[] = []
  readonly errors: TwinFault[] = []
  readonly omitted: TwinFault[] = []
  readonly #options: TwinOptions
  readonly #files: OwnedFiles
  /** Names as the file system compares them. Default: unchanged. */
  readonly #names: Map<string, string> | undefined

  constructor(options: TwinOptions, files: OwnedFiles, isBlind: boolean) {
    this.#options = options
    this.#files = files
    this.#names = isBlind ? new Map() : undefined
  }

  async one(record: SnapshotRecord): Promise<void> {
    const made = await this.#options.readable?.make(record)
    for (const twin of made === undefined ? [await this.#sending(record)] : (made ?? []))
      await this.#put(record, twin)
  }

  /** Keeps the twin of a failed state, unless it can be made. */
  async keep(state: State): Promise<void> {
    const made = await this.#options.readable?.make(state)
    const path = twinFile(state.page, state.state)
    if (made === undefined) await this.#keep(path)
    else for (const twin of made ?? []) await this.#put(state, twin)
  }

  async #put({ page, state }: State, twin: Twin): Promise<void> {
    const { errors, omitted } = this
    if (twin.type === 'omitted') {
      const { address, reason } = twin
      omitted.push({ page, state, address, reason })
      return
    }
    const other = this.#nameTaken(twin.path)
    if (other !== undefined) {
      const reason = `its file "${twin.path}" and "${other}" are one on this disk: export on one that tells capitals from small letters`
      errors.push({ page, state, address: twin.path, reason })
      return
    }
    if (twin.type === 'failed') {
      const { address, reason } = twin
      errors.push({ page, state, address, reason })
      await this.#keep(twin.path)
      return
    }
    // The app's build may have put a file in the twin's place.
    const staged = await this.#files.put(twin.path, twin.body)
    if (staged === 'foreign') this.refused.push(twin.path)
    else this.counts[staged === 'staged' ? 'written' : 'unchanged'] += 1
  }

  async #keep(path: string): Promise<void> {
    if (await this.#files.keep(path)) this.counts.kept += 1
  }

  #nameTaken(path: string): string | undefined {
    const name = path.normalize('NFC').toLowerCase()
    const other = this.#names?.get(name)
    this.#names?.set(name, other ?? path)
    return other === path ? undefined : other
  }

  async #sending({ page, state, file, hash, bytes, headers }: SnapshotRecord): Promise<Twin> {
    const { from, origin, readable } = this.#options
    const path = twinFile(page, state)
    if (bytes === 0) return { type: 'file', path, body: movedPage(headers.location ?? '') }
    const snapshot = await readFile(join(from, PAGES, file)).catch(orMissing)
    if (snapshot === undefined || contentHash(snapshot) !== hash) {
      throw new ExportFault(
        `${join(from, PAGES, file)} is not what ${MANIFEST} says: run the export again`,
      )
    }
    const pretty = readable?.prettyUrl?.(page, state) ?? prettyUrl(origin + page, state)
    const body = Buffer.from(twin(String(snapshot), origin + page, pretty))
    return { type: 'file', path, body }
  }
}

/** Tests a name in capitals: a publication under way has its own folder. */
const isCaseBlind = (folder: string): Promise<boolean> =>
  stat(join(folder, AREA.toUpperCase())).then(
    () => true,
    () => false,
  )

function twin(snapshot: string, pageUrl: string, pretty: string): string {
  const script = `location.replace(${JSON.stringify(pretty).replaceAll('<', '\\u003c')})`
  const added = `<base href="${escapeHtml(pageUrl)}"><script>${script}</script>`
  // A function, because `$` is special in a replacement text.
  return snapshot.replace(/<head(?:\s[^>]*)?>/i, (tag) => tag + added)
}
