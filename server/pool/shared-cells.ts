// A few numbers that two sides see while one of them cannot answer: what a worker has written last can be
// read when it hangs, and after it has died. In: numbers. Out: numbers, without a message.
// Threads share memory; processes share a file that has no name, which the kernel keeps in memory.

import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whole numbers of 32 bits, all 0 at first. */
export interface Cells {
  get(index: number): number
  set(index: number, value: number): void
}

const COUNT = 4
const BYTES = Int32Array.BYTES_PER_ELEMENT

/** Memory that can be handed to a thread. */
export const sharedMemory = (): SharedArrayBuffer => new SharedArrayBuffer(COUNT * BYTES)

/** The cells of such memory. */
export function memoryCells(memory: SharedArrayBuffer): Cells {
  const cells = new Int32Array(memory)
  return {
    get: (index) => Atomics.load(cells, index),
    set: (index, value) => void Atomics.store(cells, index, value),
  }
}

/** Under which descriptor a process finds it: after the standard ones and the channel. */
export const PULSE_DESCRIPTOR = 4

/** A file that can be handed to a process; it has no name, and is gone when both sides have closed it. */
export interface SharedFile {
  readonly descriptor: number
  close(): void
}

/** Makes such a file. @throws When the folder for temporary files cannot be written to. */
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

/** The cells of such a file. What is in them already is not written again: a write is a system call. */
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
