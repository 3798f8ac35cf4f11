import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Unlike Node's recursive mkdir, ends where a folder accepts no children, as below /proc. @throws
 * The file system's error.
 */
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
      // Created by another process meanwhile.
      if (!(await isFolder(path))) throw error
    })
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
