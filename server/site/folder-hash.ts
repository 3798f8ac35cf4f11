// Hashes the names and contents of a folder's files, of any size, with the same result on every
// machine. Skips names that begin with a dot.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** Returns the hash. @throws When a file cannot be read. */
export async function hashFolder(folder: string): Promise<string> {
  const hash = createHash('sha256')
  for (const file of (await filesOf(folder)).sort()) {
    const name = relative(folder, file).split(sep).join('/')
    const content = createHash('sha256')
    await pipeline(createReadStream(file), content)
    // Fixed-length parts, so that two different folders never produce the same input.
    hash.update(createHash('sha256').update(name).digest())
    hash.update(content.digest())
  }
  return hash.digest('base64url')
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const inner = entries
    .filter(({ name }) => !name.startsWith('.'))
    .map((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? filesOf(path) : entry.isFile() ? [path] : []
    })
  return (await Promise.all(inner)).flat()
}
