// A folder that an export writes to. Files without our mark are neither replaced nor removed.

import { statSync } from 'node:fs'
import { type FileHandle, open, opendir, readFile, rm, rmdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { makeFolder } from '../../site/make-folder.ts'
import { addressIn, inMark, MARK_BYTES, marked } from './mark.ts'
import { type Generation, openRunMarker, type RunMarker } from './run-marker.ts'
import { isInShard, keyOf, type Shard } from './shard.ts'
import { TEMPORARY, writeWhole } from './write-whole.ts'

/** `foreign`: a file that is not ours has the place. `clash`: so has another state of this run. */
export type Put =
  | { readonly how: 'created' | 'replaced' | 'unchanged' | 'foreign' }
  | { readonly how: 'clash'; readonly other: string }

/** Failed files to remember. If more fail, nothing is removed. */
const MOST_KEPT = 10_000

export class ExportFolder {
  readonly path: string
  readonly #marker: RunMarker
  readonly #shard: Shard
  readonly #kept = new Set<string>()
  readonly #busy = new Map<string, Promise<unknown>>()

  constructor(path: string, shard: Shard, marker: RunMarker) {
    this.path = path
    this.#shard = shard
    this.#marker = marker
  }

  /** @throws The file system's error, as all methods. */
  static async open(path: string, shard: Shard, run: Generation, form: string) {
    await makeFolder(path)
    return new ExportFolder(path, shard, await openRunMarker(path, shard, run, form))
  }

  /** Whether a file belongs to this shard. */
  owns(file: string): boolean {
    return isInShard(file, this.#shard)
  }

  /** Keeps files that could not be made. */
  keep(files: readonly string[]): void {
    if (this.keepsAll) for (const file of files) this.#kept.add(keyOf(file))
  }

  get keepsAll(): boolean {
    return this.#kept.size <= MOST_KEPT
  }

  /** Whether this run had written the file before it was stopped. */
  async isDone(file: string, address: string): Promise<boolean> {
    if (!this.#marker.isResumed) return false
    const handle = await open(join(this.path, file)).catch(orMissing)
    if (handle === undefined) return false
    try {
      const { size, ctimeMs } = await handle.stat()
      if (ctimeMs <= this.#marker.since) return false
      return addressIn(await endOf(handle, size), file) === inMark(address)
    } finally {
      await handle.close()
    }
  }

  /** Writes a file. The files of one name wait for each other. */
  async put(file: string, address: string, body: Buffer): Promise<Put> {
    const key = keyOf(file)
    const before = this.#busy.get(key) ?? Promise.resolve()
    const own = before.then(() => this.#put(file, address, body))
    this.#busy.set(key, own)
    try {
      return await own
    } finally {
      if (this.#busy.get(key) === own) this.#busy.delete(key)
    }
  }

  async #put(file: string, address: string, body: Buffer): Promise<Put> {
    const path = join(this.path, file)
    const content = marked(file, address, body)
    const handle = await open(path).catch((error: NodeJS.ErrnoException) =>
      error.code === 'ENOTDIR' ? null : orMissing(error),
    )
    if (handle === null) return { how: 'foreign' }
    if (handle === undefined) {
      await writeWhole(path, content)
      return { how: 'created' }
    }
    try {
      const there = await handle.stat()
      const old = there.isFile() ? await endOf(handle, there.size, content.length) : NOTHING
      const other = addressIn(old, file)
      if (other === undefined) return { how: 'foreign' }
      const own = inMark(address)
      const isClash = other !== own && there.ctimeMs > this.#marker.since
      // The order of the states does not matter.
      if (isClash && other < own) return { how: 'clash', other }
      const isSame = there.size === content.length && old.equals(content)
      // Moves the time of the file's facts, and no other.
      if (isSame) await handle.chmod(there.mode)
      else await writeWhole(path, content)
      return isClash ? { how: 'clash', other } : { how: isSame ? 'unchanged' : 'replaced' }
    } finally {
      await handle.close()
    }
  }

  /** Removes a file that a state has no more. */
  async remove(file: string): Promise<void> {
    await rm(join(this.path, file), { force: true })
  }

  /** Writes a file without a mark, over any other. */
  async copy(file: string, body: Buffer): Promise<void> {
    const path = join(this.path, file)
    if (!(await readFile(path).catch(orMissing))?.equals(body)) await writeWhole(path, body)
  }

  /**
   * Ends the run. @param isWhole Removes the files of this shard that the run did not write.
   * @param others Folders below this one that are not of this form. @returns How many were removed.
   */
  async finish(isWhole: boolean, others: readonly string[]): Promise<number> {
    // Not after a clock was set back.
    const isSafe = isWhole && (await this.#marker.now()) > this.#marker.since
    const removed = isSafe ? await this.#removeOld('', new Set(others.map((it) => resolve(it)))) : 0
    await this.#marker.remove()
    return removed
  }

  async #removeOld(below: string, others: ReadonlySet<string>): Promise<number> {
    let removed = 0
    for await (const item of await opendir(join(this.path, below), { bufferSize: 256 })) {
      const file = below === '' ? item.name : `${below}/${item.name}`
      if (item.isDirectory() && !others.has(resolve(this.path, file)))
        removed += await this.#removeOld(file, others)
      else if (item.isFile() && (await this.#isGone(file))) {
        await this.remove(file)
        if (!TEMPORARY.test(file)) removed += 1
      }
    }
    // Fails for a folder that is not empty.
    if (removed > 0 && below !== '') await rmdir(join(this.path, below)).catch(() => undefined)
    return removed
  }

  async #isGone(file: string): Promise<boolean> {
    const path = join(this.path, file)
    const time = statSync(path, { throwIfNoEntry: false })?.ctimeMs ?? Number.POSITIVE_INFINITY
    // Of a process that was killed.
    if (TEMPORARY.test(file)) return time <= this.#marker.opened
    if (time > this.#marker.since || !this.owns(file) || this.#kept.has(keyOf(file))) return false
    const handle = await open(path)
    try {
      return addressIn(await endOf(handle, (await handle.stat()).size), file) !== undefined
    } finally {
      await handle.close()
    }
  }
}

const NOTHING = Buffer.alloc(0)

/** Also when a folder of the path is a file. */
function orMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}

/** The last bytes of a file, for its mark. @param least How many of them. */
async function endOf(handle: FileHandle, size: number, least = 0): Promise<Buffer> {
  const length = Math.min(size, Math.max(least, MARK_BYTES))
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length)
  return buffer.subarray(0, bytesRead)
}
