// What a build leaves for the server: which pages there are and where their files went, so that nobody has to say it again.
// In: hashbang.json, which the Vite plugin writes beside the folders of a build. Out: the part of a configuration that it is.

import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Config, PageConfig } from './load-config.ts'
import { ConfigError } from './settings.ts'

/** Name of the file. */
export const MANIFEST = 'hashbang.json'

/** Where a build writes it, unless its folders are others. */
export const DEFAULT_MANIFEST = `dist/${MANIFEST}`

/** What of a configuration a build knows. */
export type Built = Pick<Config, 'assets' | 'base' | 'locale' | 'timeZone' | 'kept'> & {
  readonly pages: Readonly<Record<string, PageConfig>>
}

/** The file: paths are relative to its folder. */
export interface Manifest extends Built {
  /** The versions that wrote it. */
  readonly versions: Readonly<Record<string, string>>
}

/** Reads a manifest; undefined where there is none. @throws {ConfigError} When it is none of ours. */
export function readManifest(file: string): Built | undefined {
  if (!existsSync(file)) return undefined
  try {
    const {
      versions: _,
      pages,
      assets,
      ...rest
    } = JSON.parse(readFileSync(file, 'utf8')) as Manifest
    const folder = dirname(file)
    return {
      ...rest,
      pages: Object.fromEntries(
        Object.entries(pages).map(([path, page]) => [
          path,
          { ...page, shell: resolve(folder, page.shell), app: resolve(folder, page.app) },
        ]),
      ),
      ...(assets === undefined ? {} : { assets: resolve(folder, assets) }),
    }
  } catch (error) {
    throw new ConfigError(
      `${file} is not what \`vite build\` writes (${(error as Error).message}): build again`,
    )
  }
}
