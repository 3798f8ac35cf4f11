// Chooses and checks the folders that `hashbang export` writes to.

import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { adoptedPages, isServer, tablePages } from '../site/adopted-pages.ts'
import type { Config } from '../site/config.ts'
import { UsageError } from './terminal.ts'

/** Usual folders of the two forms. */
export const OUTS = ['dist/snapshots', 'snapshots', '../snapshots'] as const
const SITES = ['dist/site', 'site', '../site'] as const

interface Targets {
  readonly out?: string | undefined
  readonly site?: string | undefined
  /** The config file, in the folder of the project. */
  readonly config?: string | undefined
}

/** The folders whose files the site serves. */
const servedBy = ({ assets, pages }: Config): readonly string[] =>
  [
    ...(assets === undefined ? [] : [assets]),
    ...adoptedPages(pages).map(([, { site }]) => site),
  ].filter((folder) => !isServer(folder))

/** Whether one is in the other, or both are the same. */
const overlap = (one: string, other: string): boolean =>
  isWithin(one, other) || isWithin(other, one)

/** The first that may be written. */
export const freeFolder = (folders: readonly [string, ...string[]], config: Config): string =>
  folders.find((folder) => !servedBy(config).some((served) => overlap(folder, served))) ??
  folders[0]

/**
 * @throws {UsageError} For a folder in or around a served one, and for one that holds the project,
 * a shell or an app module.
 */
export function checkFolders(config: Config, { out, site, config: file = '' }: Targets): void {
  const forOut = freeFolder(OUTS, config)
  const forSite = freeFolder(SITES, config)
  if (out !== undefined && site !== undefined && overlap(out, site))
    throw new UsageError(
      `--out ${out} and --site ${site} are one in the other: choose separate folders, such as ${forOut} and ${forSite}`,
    )
  for (const [flag, into, free] of [
    ['--out', out, forOut],
    ['--site', site, forSite],
  ] as const) {
    if (into === undefined) continue
    const separate = `choose a separate folder, such as ${free}`
    if (isWithin(dirname(file), into))
      throw new UsageError(`${flag} ${into} holds the project: ${separate}`)
    for (const folder of servedBy(config))
      if (overlap(into, folder))
        throw new UsageError(
          `${flag} ${into} and ${folder}, whose files the site serves, are one in the other: ${separate}`,
        )
    for (const needed of tablePages(config.pages).flatMap(([, { shell, app }]) => [shell, app]))
      if (isWithin(needed, into))
        throw new UsageError(`${flag} ${into} holds ${needed}, which the site needs: ${separate}`)
  }
}

const isWithin = (path: string, folder: string): boolean =>
  !/^(?:\.\.(?:[\\/]|$)|[A-Z]:)/i.test(relative(realPath(folder), realPath(path)))

/** Follows all symbolic links, also to a folder that does not exist yet. */
function realPath(path: string): string {
  const whole = resolve(path)
  return existsSync(whole) ? realpathSync(whole) : join(realPath(dirname(whole)), basename(whole))
}
