/** Folders that go with this process. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const made: string[] = []
process.once('exit', () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true })
})

/** A new folder below another, by default the system's for temporary files. */
export function temporaryFolder(name: string, below = tmpdir()): string {
  const folder = mkdtempSync(join(below, `${name}-`))
  made.push(folder)
  return folder
}

const MEMORY = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/**
 * A new folder in memory, where that is possible: an export waits until its files are on the disk,
 * and a test has no use for that.
 */
export async function memoryFolder(name: string): Promise<string> {
  return temporaryFolder(name, MEMORY)
}
