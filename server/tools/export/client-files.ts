import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** Files that exports leave for themselves. */
const OURS = /^\.(?:export\/|hashbang-[^/]*\.json$)|\/\.(?:export\/|hashbang-[^/]*\.json$)/

/** Lists the files of a built client, sorted, as relative paths with `/`. */
export async function clientFiles(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  return found
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll('\\', '/'))
    .filter((path) => !OURS.test(path))
    .sort()
}

/** The path itself, or a file where the path needs a folder. */
export function fileInTheWay(path: string, files: ReadonlySet<string>): string | undefined {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
    const part = path.slice(0, end)
    if (files.has(part)) return part
  }
  return undefined
}
