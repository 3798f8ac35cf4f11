// Decides whether a path belongs to the app's files. It does if the file exists, or if its top
// folder holds only built files: a missing path there is Not found, not a page of the app.

import { readdirSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileName } from './file-name.ts'

/**
 * Lists the folders once; checks each path for a file.
 *
 * @param base The path below which the files are, with a slash at either end.
 */
export function assetPaths(folder: string, base = '/'): (path: string) => boolean {
  const own = foldersWithoutPages(folder)
  return (path) => {
    const name = path.startsWith(base) ? fileName(path.slice(base.length - 1)) : undefined
    if (name === undefined) return false
    if (own.some((one) => name.startsWith(`/${one}/`))) return true
    const file = join(folder, name)
    if (!file.startsWith(join(folder, sep)) || name.endsWith('/')) return false
    return statSync(file, { throwIfNoEntry: false })?.isFile() === true
  }
}

/** Top folders without HTML, such as `assets`. */
const foldersWithoutPages = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .filter((name) =>
      readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' }).every(
        (file) => !/\.html?$/i.test(file),
      ),
    )
