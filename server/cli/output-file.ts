// Writes output files. The old file stays until the new one is complete: half a robots.txt allows
// too much.

import { lstat, rename, rm, writeFile } from 'node:fs/promises'
import { diskFault } from './disk-fault.ts'
import { WorkError } from './terminal.ts'

/** Pipes, devices and links are written in place. @throws {WorkError} When that fails. */
export async function writeOutput(file: string, content: string | Buffer): Promise<void> {
  const there = await lstat(file).catch(() => undefined)
  const isFile = there?.isFile() ?? true
  const made = isFile ? `${file}.tmp` : file
  try {
    await writeFile(made, content, { mode: there?.mode })
    if (isFile) await rename(made, file)
  } catch (error) {
    if (isFile) await rm(made, { force: true }).catch(() => undefined)
    const fault = diskFault(error, file)
    throw fault === undefined ? error : new WorkError(fault, { cause: error })
  }
}
