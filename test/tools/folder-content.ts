/** What is in the folder of an export. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Every file of a folder with its content. */
export async function contentOf(folder: string): Promise<Map<string, string>> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const found = files
    .filter((file) => file.isFile())
    .map(async ({ parentPath, name }): Promise<[string, string]> => {
      const path = join(parentPath, name)
      return [path.slice(folder.length), await readFile(path, 'latin1')]
    })
  return new Map((await Promise.all(found)).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Pages and the manifest: the rules name the folder itself, and a manifest its run. */
export async function snapshotsIn(folder: string): Promise<[path: string, content: string][]> {
  return [...(await contentOf(folder))]
    .filter(([path]) => path.startsWith('/pages/') || path === '/manifest.jsonl')
    .map(([path, content]) => [path, content.replace(/"run":"[^"]*",/, '')])
}
