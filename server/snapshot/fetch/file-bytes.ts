// Reads the files of a site for its pages, which load the same ones again and again.

import { readFile } from 'node:fs/promises'
import { hrtime } from 'node:process'
import { LRUCache } from 'lru-cache'
import type { PublicFile } from '../../site/public-files.ts'

interface ReadFile {
  readonly version: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** By path; bounded in bytes. */
const files = new LRUCache<string, ReadFile>({ maxSize: 2 ** 23 })

/** A file that has just changed may change again and keep its times. In ms. */
const SETTLED = 1000

/** @returns The same array until the file changes: callers can keep what they make of it. */
export async function bytesOf({ path, stats }: PublicFile): Promise<Uint8Array<ArrayBuffer>> {
  const version = [stats.ino, stats.size, stats.mtimeMs, stats.ctimeMs].join()
  const known = files.get(path)
  if (known?.version === version) return known.bytes
  const { buffer, byteOffset, length } = await readFile(path)
  // A Buffer's `slice` would not copy.
  const bytes = new Uint8Array(buffer as ArrayBuffer, byteOffset, length)
  // The file may have changed between its times and its bytes.
  if (length === stats.size && machineTime() - stats.mtimeMs > SETTLED)
    files.set(path, { version, bytes }, { size: length + 1 })
  return bytes
}

/** The machine's clock, in ms since 1970, as files have it. Pages replace `Date`. */
const started = Date.now() - Number(hrtime.bigint() / 1_000_000n)
const machineTime = () => started + Number(hrtime.bigint() / 1_000_000n)
