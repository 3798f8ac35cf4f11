// Makes a folder, and those above it that are missing. In: a path. Out: an end, or what the file system says.
// Node's own recursive mkdir asks without end where a folder is there and takes none, as below /proc.

import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Makes it. @throws What the file system says. */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (await isFolder(path)) return
    const above = dirname(path)
    if (code !== 'ENOENT' || above === path || (await isFolder(above))) throw error
    await makeFolder(above)
    await mkdir(path).catch(async (error: unknown) => {
      // Another has made it meanwhile.
      if (!(await isFolder(path))) throw error
    })
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
