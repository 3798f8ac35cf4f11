// Makes folders, and writes files atomically: under a temporary name, then renamed. The exporter
// and `hashbang sitemap` call it.

import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A killed run may leave such files. */
export const TEMPORARY = /(?:^|\/)\.hashbang-[^/]*\.tmp$/

/** Makes the folder if needed. @throws The file system's error, with the path. */
export async function writeAtomic(path: string, content: Buffer): Promise<void> {
  const temporary = join(dirname(path), `.hashbang-${randomUUID()}.tmp`)
  try {
    const handle = await openNew(temporary)
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined)
    throw Object.assign(error as Error, { path })
  }
}

/** Another shard may remove the folder while it is empty. */
async function openNew(path: string) {
  for (;;) {
    const handle = await open(path, 'wx').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
    if (handle) return handle
    await mkdir(dirname(path), { recursive: true })
  }
}

/** Unlike Node's, fails where a folder accepts no children, as below /proc. */
export async function makeFolder(path: string): Promise<void> {
  if (await isFolder(path)) return
  const above = dirname(path)
  if (above !== path) await makeFolder(above)
  await mkdir(path).catch(async (error: unknown) => {
    // Created by another process meanwhile.
    if (!(await isFolder(path))) throw error
  })
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
