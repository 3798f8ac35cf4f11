// Writes the site of an app at paths for static hosts, with the built client. Files that no such
// run wrote stay.
//   /word/ajax -> word/ajax/index.html     '' -> index.html
//   all others -> 404.html, where a host supports it

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clientFiles, fileInTheWay } from './client-files.ts'
import { inParallel } from './in-parallel.ts'
import type { Generation } from './journal.ts'
import type { Manifest, SnapshotRecord } from './manifest.ts'
import { type OwnedFiles, openOwnedFiles } from './owned-files.ts'
import type { ExportError } from './run.ts'

const LIST = { file: '.hashbang-paths.json', format: 'hashbang-paths', called: 'pages at paths' }

const MISSING = '404.html'

export interface PathSite {
  /** Null where no static host can serve it, undefined where the state is at no path. */
  fileOf(page: string, state: string): string | null | undefined
  make(page: string, state: string): Promise<Buffer | string>
  makeMissing(): Promise<Buffer | string>
}

export interface PathOptions {
  readonly manifest: Manifest | undefined
  readonly into: string
  /** The folder of the built client. Default: no files are copied. */
  readonly client?: string | undefined
  /** Files of the client that a page may replace, such as `index.html`. */
  readonly shells: ReadonlySet<string>
  /** How many pages are made at once. */
  readonly concurrency: number
  /** Identifies a run that can resume. */
  readonly generation?: Generation | undefined
  readonly onPage?: () => void
}

export interface PathReport {
  readonly pages: number
  readonly written: number
  readonly unchanged: number
  /** Pages that could not be made; the last good ones stay. */
  readonly kept: number
  readonly resumed: number
  readonly removed: number
  readonly files: number
  /** States without a file of their own, such as those with a query. */
  readonly unwritten: number
  /** Foreign files or files of the client, unchanged. */
  readonly refused: readonly string[]
  readonly errors: readonly ExportError[]
}

type How = 'written' | 'unchanged' | 'kept' | 'resumed'

/** @throws {ExportFault} When a file cannot be written. The folder is then unchanged. */
export async function writePaths(site: PathSite, options: PathOptions): Promise<PathReport> {
  const { manifest, into, client, shells } = options
  const own = client === undefined ? [] : await clientFiles(client)
  const files = await openOwnedFiles(into, LIST, options.generation)
  try {
    const run = new PathRun(site, files, new Set(own.filter((file) => !shells.has(file))))
    await run.all(manifest?.records() ?? [], options)
    await run.missing(MISSING)
    let copied = 0
    for (const file of own) {
      if (run.hows.has(file)) continue
      const staged = await files.put(file, await readFile(join(client as string, file)))
      if (staged === 'foreign') run.refused.add(file)
      else copied += 1
    }
    const removed = await files.commit()
    const counts = { written: 0, unchanged: 0, kept: 0, resumed: 0 }
    for (const how of run.hows.values()) counts[how] += 1
    const { unwritten, refused, errors, hows } = run
    const pages = { pages: hows.size, ...counts, removed, files: copied, unwritten }
    return { ...pages, refused: [...refused], errors: [...errors.values()] }
  } finally {
    await files.close()
  }
}

class PathRun {
  readonly hows = new Map<string, How>()
  readonly refused = new Set<string>()
  readonly errors = new Map<string, ExportError>()
  unwritten = 0
  readonly #site: PathSite
  readonly #files: OwnedFiles
  readonly #taken: ReadonlySet<string>

  constructor(site: PathSite, files: OwnedFiles, taken: ReadonlySet<string>) {
    this.#site = site
    this.#files = files
    this.#taken = taken
  }

  async all(
    records: Iterable<SnapshotRecord>,
    { concurrency, onPage }: Pick<PathOptions, 'concurrency' | 'onPage'>,
  ): Promise<void> {
    await inParallel(concurrency, records, async (record) => {
      await this.#one(record)
      onPage?.()
    })
  }

  async missing(path: string): Promise<void> {
    if (this.#isTaken(path)) return
    await this.#put(path, { page: '', state: '' }, await this.#site.makeMissing())
  }

  async #one(record: SnapshotRecord): Promise<void> {
    const { page, state } = record
    const isEarlier = record.from !== undefined
    const path = this.#site.fileOf(page, state)
    if (path === undefined) return
    if (path === null) {
      this.unwritten += 1
      return
    }
    if (this.#isTaken(path)) return
    if (isEarlier && (await this.#files.keep(path))) this.hows.set(path, 'kept')
    else if (await this.#files.resume(path)) this.hows.set(path, 'resumed')
    else await this.#put(path, record, await this.#site.make(page, state))
  }

  async #put(
    path: string,
    { page, state }: Pick<SnapshotRecord, 'page' | 'state'>,
    made: Buffer | string,
  ): Promise<void> {
    if (typeof made === 'string') {
      this.errors.set(path, { page, state, reason: made })
      // The last good page is better than none.
      if (await this.#files.keep(path)) this.hows.set(path, 'kept')
      return
    }
    const staged = await this.#files.put(path, made)
    if (staged === 'foreign') this.refused.add(path)
    else this.hows.set(path, staged === 'staged' ? 'written' : 'unchanged')
  }

  #isTaken(path: string): boolean {
    const isTaken = fileInTheWay(path, this.#taken) !== undefined
    if (isTaken) this.refused.add(path)
    return isTaken
  }
}
