// Reads hashbang.json, in which the Vite plugin describes a build for the server: its pages and
// their files. Returns part of a configuration.

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { absolutePaths } from './absolute-paths.ts'
import { tablePages } from './adopted-pages.ts'
import type { Config } from './config.ts'
import { ConfigError } from './settings.ts'

export const MANIFEST = 'hashbang.json'

/** Its default path. */
export const DEFAULT_MANIFEST = `dist/${MANIFEST}`

/** The settings that a build knows. */
export type Built = Pick<
  Config,
  'allowFetch' | 'assets' | 'base' | 'pages' | 'region' | 'workerEnv' | 'workerFlags'
>

/** Facts of a build that are no settings. */
export interface BuildFacts {
  /** Files with a content hash in their names, relative to `assets`. */
  readonly immutable?: readonly string[] | undefined
  /** Packages that each worker evaluates only once. */
  readonly kept?: readonly string[]
}

/** The file: paths are relative to its folder. */
export interface Manifest extends Built, BuildFacts {
  /** The versions that wrote it. */
  readonly versions: Readonly<Record<string, string>>
}

/** Reads a manifest; undefined if there is none. @throws {ConfigError} When it is invalid. */
export function readManifest(file: string): Built | undefined {
  if (!existsSync(file)) return undefined
  const { versions: _, immutable: __, kept: ___, ...built } = parse(file)
  return built
}

/**
 * Collects the facts of the builds that the pages' modules belong to. Modules that the Vite plugin
 * has not built have none.
 * @throws {ConfigError} When a manifest is invalid.
 */
export function readBuildFacts(
  pages: Config['pages'],
): BuildFacts & Required<Pick<BuildFacts, 'kept'>> {
  const modules = tablePages(pages).map(([, { app }]) => resolve(app))
  const files = new Set(modules.flatMap((app) => manifestAbove(dirname(app)) ?? []))
  const builds = [...files]
    .map(parse)
    .filter((one) => tablePages(one.pages).some(([, { app }]) => modules.includes(app)))
  return {
    ...(builds.length > 0 && { immutable: builds.flatMap(({ immutable = [] }) => immutable) }),
    kept: builds.flatMap(({ kept = [] }) => kept),
  }
}

function manifestAbove(folder: string): string | undefined {
  const file = join(folder, MANIFEST)
  if (existsSync(file)) return file
  return dirname(folder) === folder ? undefined : manifestAbove(dirname(folder))
}

/** Makes the paths of a manifest absolute. @throws {ConfigError} When it is invalid. */
function parse(file: string): Manifest {
  try {
    return absolutePaths(JSON.parse(readFileSync(file, 'utf8')) as Manifest, dirname(file))
  } catch (error) {
    throw new ConfigError(
      `${file} is not what \`vite build\` writes (${(error as Error).message}): build again`,
    )
  }
}
