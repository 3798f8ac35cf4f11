// Writes output files. The old file stays until the new one is complete: half a robots.txt allows
// too much.

import { access, constants, lstat, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { reasonOf } from '../tools/export/fault.ts'
import { WorkError } from './terminal.ts'

/** A file written line by line. */
export interface OutputFile {
  /** @throws {WorkError} When the file cannot be written. */
  line(text: string): Promise<void>
  /** Replaces the old file. @throws {WorkError} When the file cannot be written. */
  close(): Promise<void>
  /** Keeps the old file. */
  drop(): Promise<void>
}

/** Characters per write. */
const AT_A_TIME = 65_536

/** @throws {WorkError} When the file cannot be written. */
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

/** @throws {WorkError} When the file cannot be opened. */
export async function openOutput(file: string): Promise<OutputFile> {
  const { mode, made, place, drop } = await beside(file)
  const fail = (error: unknown): never => {
    throw unwritten(file, error)
  }
  const handle = await open(made, 'w', mode).catch(fail)
  let waiting = ''
  const flush = async () => {
    const text = waiting
    waiting = ''
    await handle.appendFile(text)
  }
  return {
    async line(text) {
      waiting += `${text}\n`
      if (waiting.length >= AT_A_TIME) await flush().catch(fail)
    },
    async close() {
      await flush().catch(fail)
      await handle.close().then(place).catch(fail)
    },
    async drop() {
      await handle.close().catch(() => undefined)
      await drop()
    },
  }
}

/**
 * The temporary file. Pipes, devices, links, and files in read-only folders are written in place.
 */
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
