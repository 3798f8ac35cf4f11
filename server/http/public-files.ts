// Decides which files of a folder are public, for readers of a site and for the pages that it
// renders. Excludes hidden files, and symbolic links out of the folder.

import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'

/** Whether a name begins with a dot, such as `.env`; `.well-known` is public (RFC 8615). */
export const isHidden = (path: string): boolean =>
  /(?:^|[\\/])\.(?!well-known(?:[\\/]|$))/.test(path)

/** Whether a file exists in a folder, and no link leads out of it. */
export async function isWithin(folder: string, file: string): Promise<boolean> {
  try {
    return isBelow(await realpath(folder), await realpath(file))
  } catch {
    return false
  }
}

const isBelow = (folder: string, file: string): boolean =>
  file === folder || file.startsWith(folder.endsWith(sep) ? folder : folder + sep)

/** Endings that a file server appends to find a file. */
const ENDINGS = ['', '.html', '.htm', '/index.html', '/index.htm'].flatMap((ending) => [
  ending,
  `${ending}.br`,
  `${ending}.gz`,
])

/** Whether all files that a path may resolve to are in the folder. */
export function isAllWithin(folder: string, path: string): boolean {
  const root = realpathSync(folder)
  const files = ENDINGS.map((ending) => join(folder, path + ending))
  return files.filter((file) => existsSync(file)).every((file) => isBelow(root, realpathSync(file)))
}

/** Links may lead out of the folder, in circles or nowhere. @throws When it cannot be read. */
export function holdsLinks(folder: string): boolean {
  const entries = readdirSync(folder, { withFileTypes: true })
  if (entries.some((entry) => entry.isSymbolicLink())) return true
  return entries.some((entry) => entry.isDirectory() && holdsLinks(join(folder, entry.name)))
}
