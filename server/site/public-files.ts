// Finds the public files of a folder, for readers of a site and for the pages that it renders.
// Excludes hidden files, and symbolic links out of the folder.

import type { Stats } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { lookup } from 'mrmime'
import { fileName } from './file-name.ts'
import { MANIFEST } from './manifest.ts'

export interface PublicFile {
  /** Where it is, after all links. */
  readonly path: string
  /** Its name below the folder. */
  readonly name: string
  readonly stats: Stats
}

/**
 * Finds the file of a URL path, also without its ending ".html" or "index.html".
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
    const found = await namedFile(folder, name + ending, followLinks)
    if (found) return found
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
    // There is none, or no disk can have such a name.
    return undefined
  }
}

/**
 * Whether no reader gets a file: a name begins with a dot, such as `.env`, but for `.well-known`
 * (RFC 8615), or it is the manifest of a build, or a config file, which may hold a token.
 */
export const isHidden = (name: string): boolean =>
  name === MANIFEST ||
  /(?:^|[\\/])(?:\.(?!well-known(?:[\\/]|$))|hashbang\.config\.[^\\/]*$)/i.test(name)

export function typeOf(name: string): string {
  const type = lookup(name) ?? 'application/octet-stream'
  return /^text\/|javascript|json|xml/.test(type) ? `${type}; charset=utf-8` : type
}
