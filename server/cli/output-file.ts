// The files that commands write for whoever called them. In: a path, a text or lines. Out: the file, whole; or a sentence that names it
// and says why it could not be written. A file that was there stays as it was until the new one is whole: half a robots.txt allows
// what the whole one forbids.

import { access, constants, lstat, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { reasonOf } from '../export/fault.ts'
import { WorkError } from './terminal.ts'

/** A file that is written line by line. */
export interface OutputFile {
  /** Adds a line. @throws {WorkError} When it cannot be written. */
  line(text: string): Promise<void>
  /** Writes what is left, and puts the file in its place. @throws {WorkError} When it cannot be written. */
  close(): Promise<void>
  /** Leaves what was there as it was. */
  drop(): Promise<void>
}

/** So many characters are written at a time. */
const AT_A_TIME = 65_536

/** Writes a file. @throws {WorkError} When it cannot be written. */
export async function writeOutput(file: string, content: string | Buffer): Promise<void> {
  const { mode, made, place, drop } = await beside(file)
  try {
    await writeFile(made, content, { mode })
    await place()
  } catch (error) {
    await drop()
    throw unwritten(file, error)
  }
}

/** Opens a file to be written. @throws {WorkError} When it cannot be. */
export async function openOutput(file: string): Promise<OutputFile> {
  const { mode, made, place, drop } = await beside(file)
  const told = (error: unknown): never => {
    throw unwritten(file, error)
  }
  const handle = await open(made, 'w', mode).catch(told)
  let waiting = ''
  const flush = async () => {
    const text = waiting
    waiting = ''
    await handle.appendFile(text)
  }
  return {
    async line(text) {
      waiting += `${text}\n`
      if (waiting.length >= AT_A_TIME) await flush().catch(told)
    },
    async close() {
      await flush().catch(told)
      await handle.close().then(place).catch(told)
    },
    async drop() {
      await handle.close().catch(() => undefined)
      await drop()
    },
  }
}

/** Where a file is made. What is no plain file, such as a pipe, a device or a link, or is in a folder that takes no other, is written as it stands. */
async function beside(file: string) {
  const there = await lstat(file).catch(() => undefined)
  const isAlone = await access(dirname(file), constants.W_OK).then(
    () => false,
    () => there !== undefined,
  )
  if (isAlone || there?.isFile() === false)
    return {
      mode: there?.mode,
      made: file,
      place: async () => undefined,
      drop: async () => undefined,
    }
  const made = `${file}.tmp`
  return {
    mode: there?.mode,
    made,
    place: () => rename(made, file),
    drop: () => rm(made, { force: true }).catch(() => undefined),
  }
}

function unwritten(file: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (typeof code !== 'string') return error
  return new WorkError(`Cannot write ${file} (${code}): ${reasonOf(code)}, then run it again`, {
    cause: error,
  })
}
