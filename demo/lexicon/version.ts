// Reads a lexicon file's version without opening it as a database.

import { closeSync, openSync, readSync } from 'node:fs'

/** The user_version in the header (https://sqlite.org/fileformat2.html, 1.3); else 0. */
export function schemaVersion(file: string): number {
  const header = Buffer.alloc(100)
  let handle: number
  try {
    handle = openSync(file, 'r')
  } catch {
    return 0
  }
  try {
    const complete = readSync(handle, header, 0, header.length, 0) === header.length
    return complete && header.toString('latin1', 0, 15) === 'SQLite format 3'
      ? header.readInt32BE(60)
      : 0
  } catch {
    return 0
  } finally {
    closeSync(handle)
  }
}
