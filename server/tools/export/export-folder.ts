// A folder that an export writes to. Files without our mark are neither replaced nor removed.

import { statSync } from 'node:fs'
import { chmod, open, opendir, readFile, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
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
  readonly counts = { written: 0, unchanged: 0, resumed: 0, removed: 0 }
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
    const there = this.#marker.isResumed ? await look(join(this.path, file)) : undefined
    if (!there || there.time <= this.#marker.since) return false
    return addressIn(there.end, file) === inMark(address)
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
    const there = await look(path, content.length)
    const other = there && addressIn(there.end, file)
    if (there && other === undefined) return { how: 'foreign' }
    const own = inMark(address)
    const isClash = there && other !== own && there.time > this.#marker.since
    // The order of the states does not matter.
    if (isClash && other && other < own) return { how: 'clash', other }
    const isSame = there?.size === content.length && there.end.equals(content)
    // Moves the time of the file's facts, and no other.
    if (isSame && this.#marker.countsModes) await chmod(path, there.mode)
    else await writeWhole(path, content)
    if (isClash && other) return { how: 'clash', other }
    return { how: isSame ? 'unchanged' : there ? 'replaced' : 'created' }
  }

  /** Removes a file that a state has no more. */
  async remove(file: string): Promise<void> {
    await rm(join(this.path, file), { force: true })
  }

  /** Writes a file without a mark, over any other. */
  async copy(file: string, body: Buffer): Promise<void> {
    const path = join(this.path, file)
    const old = await readFile(path).catch(() => undefined)
    if (!old?.equals(body)) await writeWhole(path, body)
  }

  /** Ends the run. @param isWhole Removes the files of this shard that it did not write. */
  async finish(isWhole: boolean): Promise<void> {
    // Not after a clock was set back.
    if (isWhole && (await this.#marker.now()) > this.#marker.since)
      this.counts.removed = await this.#removeOld('')
    await this.#marker.remove()
  }

  async #removeOld(below: string): Promise<number> {
    let removed = 0
    for await (const item of await opendir(join(this.path, below), { bufferSize: 256 })) {
      const file = below === '' ? item.name : `${below}/${item.name}`
      if (item.isDirectory()) removed += await this.#removeOld(file)
      else if (item.isFile() && (await this.#isOld(file))) {
        await this.remove(file)
        removed += TEMPORARY.test(file) ? 0 : 1
      }
    }
    // Fails for a folder that is not empty.
    if (removed > 0 && below !== '') await rmdir(join(this.path, below)).catch(() => undefined)
    return removed
  }

  async #isOld(file: string): Promise<boolean> {
    const path = join(this.path, file)
    const time = statSync(path, { throwIfNoEntry: false })?.ctimeMs ?? Number.POSITIVE_INFINITY
    // Of a process that was killed.
    if (TEMPORARY.test(file)) return time <= this.#marker.opened
    if (time > this.#marker.since || !this.owns(file) || this.#kept.has(keyOf(file))) return false
    return addressIn((await look(path))?.end ?? NOTHING, file) !== undefined
  }
}

const NOTHING = Buffer.alloc(0)

/** A file: its facts and last bytes, for its mark. What is no file is empty. */
async function look(path: string, least = MARK_BYTES) {
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
