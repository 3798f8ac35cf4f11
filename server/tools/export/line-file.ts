// Reads lines of a large file. The open file stays the same even when another replaces it.

import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** An open file. Positions are in bytes. */
export interface LineFile {
  readonly bytes: number
  /** From the start of a line. Ignores text after the last `\n`. */
  lines(from: number): Generator<string>
  /** The line at a position, and the start of the next line. */
  lineAt(from: number): { readonly line: string; readonly next: number }
  /** The start of the line that contains a position. */
  startOf(place: number): number
  close(): void
}

const CHUNK = 65_536
/** Usually as long as a line and the one before it. */
const PIECE = 2048

const NEWLINE = 10

/** @throws The file system's error. */
export function openLineFile(path: string): LineFile {
  const file = openSync(path, 'r')
  const bytes = fstatSync(file).size
  const piece = Buffer.allocUnsafe(PIECE)

  function read(buffer: Buffer, at: number): Buffer {
    return buffer.subarray(0, readSync(file, buffer, 0, buffer.length, at))
  }

  return {
    bytes,
    *lines(from) {
      const chunk = Buffer.allocUnsafe(CHUNK)
      let rest: Buffer[] = []
      for (let at = from; at < bytes; ) {
        const found = read(chunk, at)
        if (found.length === 0) return
        at += found.length
        let start = 0
        for (let end = found.indexOf(NEWLINE); end >= 0; end = found.indexOf(NEWLINE, start)) {
          const last = found.subarray(start, end)
          const line = rest.length === 0 ? last : Buffer.concat([...rest, last])
          rest = []
          start = end + 1
          yield line.toString()
        }
        if (start < found.length) rest.push(Buffer.from(found.subarray(start)))
      }
    },
    lineAt(from) {
      const parts: Buffer[] = []
      for (let at = from; at < bytes; ) {
        const found = read(piece, at)
        const end = found.indexOf(NEWLINE)
        parts.push(Buffer.from(end < 0 ? found : found.subarray(0, end)))
        at += end < 0 ? found.length : end + 1
        if (end >= 0) return { line: Buffer.concat(parts).toString(), next: at }
        if (found.length === 0) break
      }
      return { line: Buffer.concat(parts).toString(), next: bytes }
    },
    startOf(place) {
      for (let end = place; end > 0; ) {
        const from = Math.max(0, end - PIECE)
        const found = read(piece, from).subarray(0, end - from)
        const last = found.lastIndexOf(NEWLINE)
        if (last >= 0) return from + last + 1
        end = from
      }
      return 0
    },
    close: () => closeSync(file),
  }
}
