// The files of a built client that are deployed beside pages. In: its folder. Out: their paths, relative, with `/`, in order.

import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** What exports leave in folders for themselves. */
const OURS = /^\.(?:export\/|hashbang-[^/]*\.json$)|\/\.(?:export\/|hashbang-[^/]*\.json$)/

/** Lists the files. */
export async function clientFiles(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  return found
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll('\\', '/'))
    .filter((path) => !OURS.test(path))
    .sort()
}

/** Gives the file that keeps another path from being one: the same, or one where the path has a folder. */
export function fileInTheWay(path: string, files: ReadonlySet<string>): string | undefined {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
    const part = path.slice(0, end)
    if (files.has(part)) return part
  }
  return undefined
}
