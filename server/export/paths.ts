// The site of an app at paths, for hosts that can only serve files: an index.html for each state, which shows the page and
// starts the app, a 404.html, and the files of the built client. In: a finished export, a folder of its own, the built client,
// which stays as it was built. Out: files, all at once; a file of the folder that no such run has written is left alone.
//   /word/ajax -> word/ajax/index.html     '' -> index.html     all others -> 404.html, where a host knows it

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clientFiles, fileInTheWay } from './client-files.ts'
import { inParallel } from './in-parallel.ts'
import type { Generation } from './journal.ts'
import type { Manifest, SnapshotRecord } from './manifest.ts'
import { type OwnedFiles, openOwnedFiles } from './owned-files.ts'
import type { ExportError } from './run.ts'

const LIST = { file: '.hashbang-paths.json', format: 'hashbang-paths', called: 'pages at paths' }

/** What hosts answer where there is no file. */
const MISSING = '404.html'

/** Where pages at paths come from. */
export interface PathSite {
  /** The file of a state; null where a host of files has none for it, undefined where the state is at no path. */
  fileOf(page: string, state: string): string | null | undefined
  /** Makes the page of a state, or says why not. */
  make(page: string, state: string): Promise<Buffer | string>
  /** Makes the page for what is not there, or says why not. */
  makeMissing(): Promise<Buffer | string>
}

/** What is written, and where to. */
export interface PathOptions {
  /** The states. */
  readonly manifest: Manifest | undefined
  readonly into: string
  /** The folder of the built client. Default: nothing is copied. */
  readonly client?: string | undefined
  /** Files of the client in whose place a page may come, such as `index.html`. */
  readonly shells: ReadonlySet<string>
  /** How many pages may be under way. */
  readonly concurrency: number
  /** What the run is of, where it may be taken up. */
  readonly generation?: Generation | undefined
  /** Told each page that is done. */
  readonly onPage?: () => void
}

/** What became of the pages. */
export interface PathReport {
  readonly pages: number
  readonly written: number
  readonly unchanged: number
  /** Left as an earlier run has made them. */
  readonly kept: number
  readonly resumed: number
  readonly removed: number
  /** Files of the client. */
  readonly files: number
  /** States without a file of their own, such as those with a query. */
  readonly unwritten: number
  /** Files that are there and are not ours, or that the client has: left as they are. */
  readonly refused: readonly string[]
  readonly errors: readonly ExportError[]
}

type How = 'written' | 'unchanged' | 'kept' | 'resumed'

/** Writes the site. @throws {ExportFault} When a file cannot be written; what was there is then as it was. */
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

/** The pages of one run. */
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
    // The run of the export has left the state as it was.
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
      // What there is of it is better than nothing.
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
