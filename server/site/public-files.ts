// Finds the public files of a folder. The server calls it for readers, and workers for pages.

import { readdirSync, type Stats, statSync } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { lookup } from 'mrmime'
import { MANIFEST } from './manifest.ts'

export interface PublicFile {
  /** The path that all links lead to. */
  readonly path: string
  /** The path below the folder. */
  readonly name: string
  readonly stats: Stats
  /** Whether it is the page of a folder that the path names without its last slash. */
  readonly isFolder?: boolean
}

/** Adds ".html" or "index.html" where needed. @param path Below the folder, as in the URL. */
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
    if (file) return { ...file, isFolder: ending === '/index.html' }
  }
  return undefined
}

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
    return undefined
  }
}

/**
 * Hidden files but `.well-known` (RFC 8615), manifests, and config files, which may hold a token.
 */
export const isHidden = (name: string): boolean =>
  name === MANIFEST ||
  /(?:^|[\\/])(?:\.(?!well-known(?:[\\/]|$))|hashbang\.config\.[^\\/]*$)/i.test(name)

export function typeOf(name: string): string {
  const type = lookup(name) ?? 'application/octet-stream'
  return /^text\/|javascript|json|xml/.test(type) ? `${type}; charset=utf-8` : type
}

/** The path leaves room for the folder. */
const NAME_BYTES = 255
const PATH_BYTES = 3072

/** Decodes a path. Dot segments stay. @returns Undefined if no disk can have the name. */
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
 * Whether a path belongs to the app's files, even if missing: its top folder has only built files.
 * @param base Begins and ends with a slash.
 */
export function assetPaths(folder: string, base = '/'): (path: string) => boolean {
  const builtFolders = foldersWithoutPages(folder)
  return (path) => {
    const name = path.startsWith(base) ? fileName(path.slice(base.length - 1)) : undefined
    if (name === undefined) return false
    if (builtFolders.some((built) => name.startsWith(`/${built}/`))) return true
    const file = join(folder, name)
    if (!file.startsWith(join(folder, sep)) || name.endsWith('/')) return false
    return statSync(file, { throwIfNoEntry: false })?.isFile() === true
  }
}

const foldersWithoutPages = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .filter((name) =>
      readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' }).every(
        (file) => !/\.html?$/i.test(file),
      ),
    )
