// Shares a few numbers with a worker, readable while it hangs and after it died.
// Threads share memory. Processes share an unnamed temporary file, which the kernel keeps in
// memory.

import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** 32-bit integers, all 0 at first. */
export interface Cells {
  get(index: number): number
  set(index: number, value: number): void
}

const COUNT = 4
const BYTES = Int32Array.BYTES_PER_ELEMENT

export const sharedMemory = (): SharedArrayBuffer => new SharedArrayBuffer(COUNT * BYTES)

export function memoryCells(memory: SharedArrayBuffer): Cells {
  const cells = new Int32Array(memory)
  return {
    get: (index) => Atomics.load(cells, index),
    set: (index, value) => void Atomics.store(cells, index, value),
  }
}

/** The process's descriptor for the file, after the standard ones and the channel. */
export const PULSE_DESCRIPTOR = 4

/** A file to pass to a process; it disappears once both sides close it. */
export interface SharedFile {
  readonly descriptor: number
  close(): void
}

/** @throws If the folder for temporary files is not writable. */
export function sharedFile(): SharedFile {
  const folder = mkdtempSync(join(tmpdir(), 'hashbang-'))
  try {
    const descriptor = openSync(join(folder, 'cells'), 'w+', 0o600)
    writeSync(descriptor, Buffer.alloc(COUNT * BYTES), 0, COUNT * BYTES, 0)
    return { descriptor, close: () => closeSync(descriptor) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The cells of such a file. Skips unchanged values: a write is a system call. */
export function fileCells(descriptor: number): Cells {
  const written = new Int32Array(COUNT)
  const buffer = Buffer.alloc(BYTES)
  return {
    get(index) {
      readSync(descriptor, buffer, 0, BYTES, index * BYTES)
      return buffer.readInt32LE()
    },
    set(index, value) {
      if (written[index] === value) return
      written[index] = value
      buffer.writeInt32LE(value)
      writeSync(descriptor, buffer, 0, BYTES, index * BYTES)
    },
  }
}
