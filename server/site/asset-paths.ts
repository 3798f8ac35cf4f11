// Which paths are those of the app's files. In: the folder of the built client; paths of anyone. Out: whether a path is a file
// there, or below a folder that holds files of the build only: what is missing there is missing, and no page of the app.

import { readdirSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileName } from './file-name.ts'

/**
 * Looks at the folder once for its folders, and for each path whether there is such a file.
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

/** The folders at the top, such as `assets`, in which there is no HTML. */
const foldersWithoutPages = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .filter((name) =>
      readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' }).every(
        (file) => !/\.html?$/i.test(file),
      ),
    )
