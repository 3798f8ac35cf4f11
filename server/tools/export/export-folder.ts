// A folder that an export writes to. Files without our mark are neither replaced nor removed. The
// mark is their last line, with their path below the folder and their address:
//   <!-- hashbang-router word/ajax/index.html /s/word/ajax -->

import { statSync } from 'node:fs'
import { chmod, open, opendir, readFile, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Removal } from './export-selection.ts'
import { openRunMarker, type RunIdentity, type RunMarker } from './run-marker.ts'
import { keyOf, type Shard } from './shard.ts'
import { makeFolder, TEMPORARY, writeAtomic } from './write-files.ts'

/** `foreign`: a file of somebody else has the name; `clash`: a file of another state. */
export type WriteResult =
  | { readonly how: 'created' | 'replaced' | 'unchanged' | 'foreign' }
  | { readonly how: 'clash'; readonly other: string }

/** Failed files to remember. If more fail, nothing is removed. */
const MOST_FAILED = 10_000

export class ExportFolder {
  readonly path: string
  readonly counts = { written: 0, unchanged: 0, resumed: 0, removed: 0 }
  readonly #marker: RunMarker
  readonly #failed = new Set<string>()
  readonly #busy = new Map<string, Promise<unknown>>()

  constructor(path: string, marker: RunMarker) {
    this.path = path
    this.#marker = marker
  }

  /** @throws The file system's error, as all methods. */
  static async open(path: string, shard: Shard, run: RunIdentity, form: string) {
    await makeFolder(path)
    return new ExportFolder(path, await openRunMarker(path, shard, run, form))
  }

  /** Keeps the last good versions of files that could not be made. */
  keep(files: readonly string[]): void {
    if (this.keepsAll) for (const file of files) this.#failed.add(keyOf(file))
  }

  get keepsAll(): boolean {
    return this.#failed.size <= MOST_FAILED
  }

  async isDone(file: string, address: string): Promise<boolean> {
    const old = this.#marker.isResumed ? await readEnd(join(this.path, file)) : undefined
    if (!old || old.time <= this.#marker.since) return false
    return addressIn(old.end, file) === inMark(address)
  }

  /** Files of one name wait for each other. */
  async write(file: string, address: string, body: Buffer): Promise<WriteResult> {
    const key = keyOf(file)
    const before = this.#busy.get(key) ?? Promise.resolve()
    const writing = before.then(() => this.#write(file, address, body))
    this.#busy.set(key, writing)
    try {
      return await writing
    } finally {
      if (this.#busy.get(key) === writing) this.#busy.delete(key)
    }
  }

  async #write(file: string, address: string, body: Buffer): Promise<WriteResult> {
    const path = join(this.path, file)
    const content = marked(file, address, body)
    const old = await readEnd(path, content.length)
    const other = old && addressIn(old.end, file)
    if (old && other === undefined) return { how: 'foreign' }
    const escaped = inMark(address)
    const isClash = old && other !== escaped && old.time > this.#marker.since
    if (isClash && other && other < escaped) return { how: 'clash', other }
    const isSame = old?.size === content.length && old.end.equals(content)
    // Updates ctime, and leaves mtime.
    if (isSame && this.#marker.countsModes) await chmod(path, old.mode)
    else await writeAtomic(path, content)
    if (isClash && other) return { how: 'clash', other }
    return { how: isSame ? 'unchanged' : old ? 'replaced' : 'created' }
  }

  async remove(file: string): Promise<void> {
    await rm(join(this.path, file), { force: true })
  }

  async copy(file: string, body: Buffer): Promise<void> {
    const path = join(this.path, file)
    const old = await readFile(path).catch(() => undefined)
    if (!old?.equals(body)) await writeAtomic(path, body)
  }

  /** Removes the files that the run did not write. */
  async removeOld(removal: Removal): Promise<void> {
    // A clock that was set back makes files look old.
    if ((await this.#marker.now()) > this.#marker.since)
      this.counts.removed = await this.#removeBelow('', removal)
  }

  /** No later run continues this one. */
  async end(): Promise<void> {
    await this.#marker.remove()
  }

  async #removeBelow(folder: string, removal: Removal): Promise<number> {
    let removed = 0
    for await (const item of await opendir(join(this.path, folder), { bufferSize: 256 })) {
      const file = folder === '' ? item.name : `${folder}/${item.name}`
      if (item.isDirectory()) removed += await this.#removeBelow(file, removal)
      else if (item.isFile() && (await this.#isOld(file, removal))) {
        await this.remove(file)
        removed += TEMPORARY.test(file) ? 0 : 1
      }
    }
    // Node removes no folder that has files.
    if (removed > 0 && folder !== '') await rmdir(join(this.path, folder)).catch(() => undefined)
    return removed
  }

  async #isOld(file: string, removal: Removal): Promise<boolean> {
    const path = join(this.path, file)
    const time = statSync(path, { throwIfNoEntry: false })?.ctimeMs ?? Number.POSITIVE_INFINITY
    if (TEMPORARY.test(file)) return time <= this.#marker.opened
    const isKept = !removal.covers(file) || this.#failed.has(keyOf(file))
    if (time > this.#marker.since || isKept) return false
    return addressIn((await readEnd(path))?.end ?? NOTHING, file) !== undefined
  }
}

const NOTHING = Buffer.alloc(0)

/** The facts and last bytes of a file. Anything else, such as a folder, is empty. */
async function readEnd(path: string, least = MARK_BYTES) {
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
    return error.code
  })
  if (handle === 'ENOENT') return undefined
  if (typeof handle === 'string') return { size: 0, mode: 0, time: 0, end: NOTHING }
  try {
    const facts = await handle.stat()
    const { size, mode, ctimeMs: time } = facts
    const length = facts.isFile() ? Math.min(size, Math.max(least, MARK_BYTES)) : 0
    const { buffer: end } = await handle.read(Buffer.alloc(length), 0, length, size - length)
    return { size, mode, time, end }
  } finally {
    await handle.close()
  }
}

/** Enough for a path of 1000 bytes and a state of 2048, both escaped. */
const MARK_BYTES = 16_384

const MARK = /\n(?:<!--|#) hashbang-router (\S+) (\S+)(?: -->)?\n$/

/** Escapes spaces, `--` and `>`, which could end a comment. */
const inMark = (text: string): string =>
  text.replace(/[^!-;=?-~]/gu, encodeURIComponent).replaceAll('--', '-%2D')

function marked(file: string, address: string, body: Buffer): Buffer {
  const mark = `hashbang-router ${inMark(file)} ${inMark(address)}`
  const isHtml = !/\.conf$|^robots\.txt$/.test(file)
  return Buffer.concat([body, Buffer.from(isHtml ? `\n<!-- ${mark} -->\n` : `\n# ${mark}\n`)])
}

/** The address in a file's mark; undefined where the file is not of this export. */
function addressIn(end: Buffer, file: string): string | undefined {
  const [, name, address] = MARK.exec(end.subarray(-MARK_BYTES).toString('latin1')) ?? []
  return name !== undefined && keyOf(name) === keyOf(inMark(file)) ? address : undefined
}
