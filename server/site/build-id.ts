// Hashes an app's build: caches use no entry of another. The server and `hashbang export` call it.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, constants, readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { contentHash } from '../diagnostics/runtime/hash.ts'
import { packageVersion } from '../diagnostics/runtime/versions.ts'
import { adoptedPages, fileOf, isServer, tablePages } from './adopted-pages.ts'
import { ConfigError } from './check-settings.ts'
import type { Config } from './config.ts'

/**
 * Hashes the files of a build: of a table, only the shell and the app module, since bundlers name
 * chunks by content.
 * @throws {ConfigError} When a file cannot be read.
 */
export async function buildOf({
  pages,
  region: { locale, timeZone } = {},
}: Pick<Config, 'pages' | 'region'>): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([locale, timeZone]))
  for (const [path, { site, states, readable, chromium }] of adoptedPages(pages)) {
    if (!isServer(site)) await readSetting(path, 'site', fileOf(path, site))
    const files = isServer(site) ? site : await hashFolder(site)
    hash.update(JSON.stringify([path, files, states, readable, chromium]))
  }
  for (const [path, page] of tablePages(pages)) {
    for (const setting of ['shell', 'app'] as const)
      hash.update(await readSetting(path, setting, page[setting]))
  }
  return hash.digest('base64url').slice(0, 16)
}

/** Servers of one scope share cache entries. */
export function scopeOf(
  { origin, allowFetch = [] }: Pick<Config, 'origin' | 'allowFetch'>,
  build: string,
): string {
  return contentHash(JSON.stringify([packageVersion(), origin, build, [...allowFetch].sort()]))
}

/** @throws {ConfigError} When the file cannot be read. */
export const readSetting = (page: string, setting: string, file: string): Promise<string> =>
  readFile(file, 'utf8').catch(unreadable(page, setting, file, BUILD_FIRST))

/** @throws {ConfigError} When the file cannot be read. */
export const checkReadable = (page: string, setting: string, file: string): Promise<void> =>
  access(file, constants.R_OK).catch(
    unreadable(page, setting, file, setting === 'app' ? BUILD_FIRST : ''),
  )

const BUILD_FIRST = 'build the app first, or '

const unreadable =
  (page: string, setting: string, file: string, first: string) =>
  (error: NodeJS.ErrnoException): never => {
    throw new ConfigError(
      `"pages" of "${page}": "${setting}" is "${file}", which cannot be read (${error.code}): ${first}correct the path`,
    )
  }

async function hashFolder(folder: string): Promise<string> {
  const hash = createHash('sha256')
  for (const file of (await filesOf(folder)).sort()) {
    const name = relative(folder, file).split(sep).join('/')
    const content = createHash('sha256')
    await pipeline(createReadStream(file), content)
    // Digests have a fixed length, so two folders never give the same input.
    hash.update(createHash('sha256').update(name).digest())
    hash.update(content.digest())
  }
  return hash.digest('base64url')
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const inner = entries
    .filter(({ name }) => !name.startsWith('.'))
    .map((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? filesOf(path) : entry.isFile() ? [path] : []
    })
  return (await Promise.all(inner)).flat()
}
