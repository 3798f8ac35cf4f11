// Finds the public files of a folder, never hidden ones or links out of it. The server calls it for
// readers, and workers for the pages that they render.

import { readdirSync, type Stats, statSync } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { lookup } from 'mrmime'
import { MANIFEST } from './manifest.ts'

export interface PublicFile {
  /** Where it is, after all links. */
  readonly path: string
  /** Its name below the folder. */
  readonly name: string
  readonly stats: Stats
}

/**
 * Finds the file of a URL path, which may lack its ending ".html" or "index.html".
 *
 * @param path Below the folder, as it is in the URL.
 * @param followLinks Whether symbolic links may lead out of the folder.
 */
export async function publicFile(
  folder: string,
  path: string,
  followLinks = false,
): Promise<PublicFile | undefined> {
  const name = fileName(path)
  if (name === undefined || isHidden(name) || name.includes('//')) return undefined
  const isFolder = name === '' || name.endsWith('/')
  for (const ending of isFolder ? ['index.html'] : ['', '.html', '/index.html']) {
    const file = await namedFile(folder, name + ending, followLinks)
    if (file) return file
  }
  return undefined
}

/** Finds the file of exactly this name. */
export async function namedFile(
  folder: string,
  name: string,
  followLinks: boolean,
): Promise<PublicFile | undefined> {
  try {
    const [root, path] = await Promise.all([realpath(folder), realpath(join(folder, name))])
    const isWithin = followLinks || path.startsWith(root.endsWith(sep) ? root : root + sep)
    const stats = isWithin ? await stat(path) : undefined
    return stats?.isFile() ? { path, name, stats } : undefined
  } catch {
    // The file does not exist, or no disk can have its name.
    return undefined
  }
}

/**
 * Whether no reader gets a file: names with a dot at the start but `.well-known` (RFC 8615), the
 * manifest of a build, and config files, which may hold a token.
 */
export const isHidden = (name: string): boolean =>
  name === MANIFEST ||
  /(?:^|[\\/])(?:\.(?!well-known(?:[\\/]|$))|hashbang\.config\.[^\\/]*$)/i.test(name)

export function typeOf(name: string): string {
  const type = lookup(name) ?? 'application/octet-stream'
  return /^text\/|javascript|json|xml/.test(type) ? `${type}; charset=utf-8` : type
}

/** Most bytes of a name, and of a path, which leaves room for the folder. */
const NAME_BYTES = 255
const PATH_BYTES = 3072

/** Decodes a URL path, which may keep dot segments. Undefined if no disk can have the name. */
export function fileName(path: string): string | undefined {
  try {
    const name = decodeURIComponent(path)
    const isTooLong =
      Buffer.byteLength(name) > PATH_BYTES ||
      name.split('/').some((part) => Buffer.byteLength(part) > NAME_BYTES)
    return isTooLong || name.includes('\0') ? undefined : name
  } catch {
    return undefined
  }
}

/**
 * Returns whether a path belongs to the app's files: the file exists, or its top folder has only
 * built files, where a missing path is no page. Lists the folders once.
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
