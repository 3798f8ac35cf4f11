// Makes a folder with its parents; `export` and `sitemap` call it.

import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

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
