/**
 * Which files of a folder anyone may have: one rule for readers of a site and for the pages that it shows, which ask for what their
 * state names. In: a folder, a path below it. Out: whether it is hidden, or leads out of the folder by a symbolic link.
 */
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'

/** Whether a path holds a name that begins with a dot, such as `.env`; `.well-known` is public (https://www.rfc-editor.org/rfc/rfc8615). */
export const isHidden = (path: string): boolean =>
  /(?:^|[\\/])\.(?!well-known(?:[\\/]|$))/.test(path)

/** Whether a file is in a folder, and not by a link that leads out of it. What is not there is not. */
export async function isWithin(folder: string, file: string): Promise<boolean> {
  try {
    return isBelow(await realpath(folder), await realpath(file))
  } catch {
    return false
  }
}

const isBelow = (folder: string, file: string): boolean =>
  file === folder || file.startsWith(folder.endsWith(sep) ? folder : folder + sep)

/** What a server of files appends to a path until it finds one. */
const ENDINGS = ['', '.html', '.htm', '/index.html', '/index.htm'].flatMap((ending) => [
  ending,
  `${ending}.br`,
  `${ending}.gz`,
])

/** Whether all files that a path can stand for are in the folder. */
export function isAllWithin(folder: string, path: string): boolean {
  const root = realpathSync(folder)
  const files = ENDINGS.map((ending) => join(folder, path + ending))
  return files.filter((file) => existsSync(file)).every((file) => isBelow(root, realpathSync(file)))
}

/** Whether a folder holds symbolic links, which may lead out of it, in circles or to nothing. @throws When it cannot be read. */
export function holdsLinks(folder: string): boolean {
  const entries = readdirSync(folder, { withFileTypes: true })
  if (entries.some((entry) => entry.isSymbolicLink())) return true
  return entries.some((entry) => entry.isDirectory() && holdsLinks(join(folder, entry.name)))
}
