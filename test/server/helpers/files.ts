/** Folders of a unit's own. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { memoryFolder } from '../../memory-folder.ts'

/** A new folder with these files, by their paths. It goes with this process. */
export async function folderWith(
  files: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<string> {
  const folder = await memoryFolder('unit')
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  return folder
}
