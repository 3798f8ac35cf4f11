// Which build of an app this is: what was kept of another is not answered. In: the pages of a configuration.
// Out: a hash of their files. A bundler names chunks by content, so of pages with a table the shell and the app say all; the
// files of an adopted app mostly keep their names, so all of them count.

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { packageVersion } from '../runtime/version.ts'
import { adoptedPages, fileOf, isServer, tablePages } from './adopted-pages.ts'
import { hashFolder } from './folder-hash.ts'
import type { Config } from './load-config.ts'
import { ConfigError } from './settings.ts'

/** Gives the configuration's own name of the build, or a hash. @throws {ConfigError} When a file cannot be read. */
export async function buildOf({
  pages,
  build,
  engines,
  strict,
  locale,
  timeZone,
}: Pick<
  Config,
  'pages' | 'build' | 'engines' | 'strict' | 'locale' | 'timeZone'
>): Promise<string> {
  const shown = await shownBy(pages, engines, strict)
  const hash = createHash('sha256').update(JSON.stringify([shown, locale, timeZone]))
  for (const [path, { site }] of adoptedPages(pages)) {
    if (!isServer(site)) await readSetting(path, 'site', fileOf(path, site))
    // Of an app that runs elsewhere nobody here knows the build.
    const files = build ?? (isServer(site) ? site : await hashFolder(site))
    hash.update(JSON.stringify([path, files]))
  }
  for (const [path, page] of tablePages(pages)) {
    for (const setting of ['shell', 'app'] as const) {
      hash.update(await readSetting(path, setting, page[setting]))
    }
  }
  return build ?? hash.digest('base64url').slice(0, 16)
}

/**
 * Gives a hash of all that changes the bytes of pages beside their address: what is kept where other
 * servers keep theirs is only for those that would have made the same.
 */
export async function scopeOf(
  {
    origin,
    allowFetch = [],
    snapshotBytes,
    locale,
    timeZone,
    pages,
    engines,
    strict,
  }: Pick<Config, 'origin' | 'allowFetch' | 'snapshotBytes' | 'locale' | 'timeZone'> &
    Pick<Config, 'pages' | 'engines' | 'strict'>,
  build: string,
): Promise<string> {
  const shown = await shownBy(pages, engines, strict)
  const limits = [[...allowFetch].sort(), snapshotBytes, locale, timeZone, shown]
  const parts = [packageVersion(), origin, build, ...limits]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

/** What settings make of the same files of adopted pages: how links are written, and which engine shows what. */
async function shownBy(
  pages: Config['pages'],
  engines: string | undefined,
  strict = false,
): Promise<unknown[]> {
  const adopted = adoptedPages(pages).map(([path, { states, readable }]) => [
    path,
    states,
    readable,
  ])
  if (adopted.length === 0) return []
  // Whoever goes by it refuses a file that cannot be read.
  const groups = engines && (await readFile(engines, 'utf8').catch(() => undefined))
  return [adopted.sort(), groups, strict]
}

/** Reads a file that a page's setting names. @throws {ConfigError} When it cannot be read. */
export const readSetting = (page: string, setting: string, file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(
      `"pages" of "${page}": "${setting}" is "${file}", which cannot be read (${error.code}): build the app first, or correct the path`,
    )
  })
