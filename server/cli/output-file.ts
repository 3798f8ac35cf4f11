// Writes output files. The old file stays until the new one is complete: half a robots.txt allows
// too much.

import { access, constants, lstat, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { reasonOf } from '../tools/export/fault.ts'
import { WorkError } from './terminal.ts'

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

/** Pipes, devices, links, and files in read-only folders are written in place. */
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
