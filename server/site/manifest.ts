// Reads hashbang.json, the Vite plugin's description of a build. The configuration and the server
// call it.

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { isServer, tablePages } from './adopted-pages.ts'
import { ConfigError } from './check-settings.ts'
import type { Config } from './config.ts'

export const MANIFEST = 'hashbang.json'

export const DEFAULT_MANIFEST = `dist/${MANIFEST}`

export type Built = Pick<
  Config,
  'allowFetch' | 'assets' | 'base' | 'pages' | 'region' | 'workerEnv' | 'workerFlags'
>

/** The facts of a build that are no settings. */
export interface BuildFacts {
  /** Files with a content hash, relative to `assets`. */
  readonly immutable?: readonly string[] | undefined
  /** Packages that a worker evaluates once. */
  readonly kept?: readonly string[]
}

/** A manifest, whose paths are relative to its folder. */
export interface Manifest extends Built, BuildFacts {
  readonly versions: Readonly<Record<string, string>>
}

/** @throws {ConfigError} When it is invalid. */
export function readManifest(file: string): Built | undefined {
  if (!existsSync(file)) return undefined
  const { versions: _, immutable: __, kept: ___, ...built } = parse(file)
  return built
}

/** Reads the builds of the pages' modules. @throws {ConfigError} When a manifest is invalid. */
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

function parse(file: string): Manifest {
  try {
    return absolutePaths(JSON.parse(readFileSync(file, 'utf8')) as Manifest, dirname(file))
  } catch (error) {
    throw new ConfigError(
      `${file} is not what \`vite build\` writes (${(error as Error).message}): build again`,
    )
  }
}

const FILES = ['assets', 'shell', 'app', 'site', 'statesFile']

/** Makes paths absolute. @param folder Their base. */
export function absolutePaths<C extends Pick<Config, 'pages' | 'assets'>>(
  config: C,
  folder: string,
): C {
  const absolute = (settings: object) =>
    Object.entries(settings).map(([name, value]) => {
      const isRelative = FILES.includes(name) && value !== undefined && !isServer(value)
      return [name, isRelative ? resolve(folder, value) : value]
    })
  const pages = Object.entries(config.pages).map(([path, page]) => [
    path,
    Object.fromEntries(absolute(page)),
  ])
  return { ...Object.fromEntries(absolute(config)), pages: Object.fromEntries(pages) }
}
