// Writes output files. The old file stays until the new one is complete: half a robots.txt allows
// too much.

import { access, constants, lstat, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { reasonOf } from '../tools/export/fault.ts'
import { WorkError } from './terminal.ts'

/**
 * Pipes, devices, links, and files in read-only folders are written in place.
 * @throws {WorkError} When the file cannot be written.
 */
export async function writeOutput(file: string, content: string | Buffer): Promise<void> {
  const there = await lstat(file).catch(() => undefined)
  const isFree = await access(dirname(file), constants.W_OK).then(
    () => true,
    () => there === undefined,
  )
  const isInPlace = !isFree || there?.isFile() === false
  const made = isInPlace ? file : `${file}.tmp`
  try {
    await writeFile(made, content, { mode: there?.mode })
    if (!isInPlace) await rename(made, file)
  } catch (error) {
    if (!isInPlace) await rm(made, { force: true }).catch(() => undefined)
    throw unwritten(file, error)
  }
}

function unwritten(file: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (typeof code !== 'string') return error
  return new WorkError(`Cannot write ${file} (${code}): ${reasonOf(code)}, then run it again`, {
    cause: error,
  })
}
