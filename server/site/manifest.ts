// Reads hashbang.json, in which the Vite plugin describes a build for the server: its pages and
// their files. Returns part of a configuration.

import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Config, PageConfig } from './config.ts'
import { ConfigError } from './settings.ts'

export const MANIFEST = 'hashbang.json'

/** Its default path. */
export const DEFAULT_MANIFEST = `dist/${MANIFEST}`

/** The settings that a build knows. */
export type Built = Pick<Config, 'assets' | 'base' | 'immutable' | 'region' | 'kept'> & {
  readonly pages: Readonly<Record<string, PageConfig>>
}

/** The file: paths are relative to its folder. */
export interface Manifest extends Built {
  /** The versions that wrote it. */
  readonly versions: Readonly<Record<string, string>>
}

/** Reads a manifest; undefined if there is none. @throws {ConfigError} When it is invalid. */
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
