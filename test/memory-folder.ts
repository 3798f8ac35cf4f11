/** Folders in memory, where that can be: an export waits until what it writes is on the disk, and a test has no use for that. */
import { existsSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

const made: string[] = []
process.once('exit', () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true })
})

/** A new folder, which goes with this process. */
export async function memoryFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(ROOT, `${name}-`))
  made.push(folder)
  return folder
}
