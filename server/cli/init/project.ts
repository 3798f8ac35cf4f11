// Reads the project of `hashbang init`: packages, Vite configuration, page, framework and hash
// routes.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../terminal.ts'
import { type Framework, frameworkOf } from './frameworks.ts'

export interface ProjectFile {
  readonly path: string
  readonly text: string
}

export interface PackageManifest {
  readonly name?: string
  readonly type?: string
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

export interface HashRoutes {
  readonly file: string
  readonly router: string
  readonly states: '#!/' | '#/' | '#'
}

export interface Project {
  readonly folder: string
  readonly manifest: PackageManifest
  readonly config: ProjectFile | undefined
  readonly page: ProjectFile | undefined
  readonly hasVite: boolean
  readonly hasPlugin: boolean
  /** Undefined in an empty folder. */
  readonly framework: Framework | undefined
  readonly root: ProjectFile | undefined
  readonly hash: HashRoutes | undefined
}

const CONFIGS = ['vite.config.ts', 'vite.config.js', 'vite.config.mts', 'vite.config.mjs']
const ROOTS = ['App.vue', 'App.svelte', 'App.tsx', 'App.jsx', 'app.tsx', 'app.jsx']

const ROUTERS: readonly (readonly [pattern: RegExp, router: string, HashRoutes['states']])[] = [
  [/\bcreateWebHashHistory\b/, 'createWebHashHistory', '#/'],
  [/\bcreateHashRouter\b/, 'createHashRouter', '#/'],
  [/\bHashRouter\b/, 'HashRouter', '#/'],
  [/\bcreateHashHistory\b/, 'createHashHistory', '#/'],
  [/\$routeProvider\b/, 'ngRoute', '#!/'],
  [/\$stateProvider\b/, 'ui-router', '#!/'],
  [/\bBackbone\.history\b/, 'Backbone.history', '#'],
]

const SOURCE = /\.(?:[cm]?[jt]sx?|vue|svelte)$/

/** Most files searched for hash routes. A larger project passes --adopt. */
const MOST_FILES = 2000

/** The folder need not exist. @throws {UsageError} If package.json is invalid JSON. */
export function readProject(folder: string): Project {
  const read = (path: string): ProjectFile | undefined =>
    existsSync(join(folder, path))
      ? { path, text: readFileSync(join(folder, path), 'utf8') }
      : undefined
  const manifest = parseManifest(read('package.json'))
  const first = (paths: readonly string[]) => paths.map(read).find((file) => file !== undefined)
  const config = first(CONFIGS)
  const packages = { ...manifest.dependencies, ...manifest.devDependencies }
  const page = read('index.html')
  return {
    folder,
    manifest,
    config,
    page,
    hasVite: config !== undefined || 'vite' in packages,
    hasPlugin: config?.text.includes('hashbang-router/vite') ?? false,
    framework: frameworkOf(packages) ?? (page === undefined ? undefined : 'none'),
    root: first(ROOTS.map((name) => `src/${name}`)),
    hash: findHashRoutes(folder),
  }
}

function parseManifest(file: ProjectFile | undefined): PackageManifest {
  if (file === undefined) return {}
  try {
    return JSON.parse(file.text) as PackageManifest
  } catch (error) {
    throw new UsageError(
      `package.json is no JSON: ${(error as Error).message}. Correct it, and run init again`,
    )
  }
}

function findHashRoutes(folder: string): HashRoutes | undefined {
  for (const path of sourcesBelow(folder)) {
    const text = readFileSync(join(folder, path), 'utf8')
    const found = ROUTERS.find(([pattern]) => pattern.test(text))
    if (found) return { file: path, router: found[1], states: found[2] }
  }
  return undefined
}

function sourcesBelow(folder: string): readonly string[] {
  return ['src', 'app', 'js'].flatMap((name) =>
    existsSync(join(folder, name))
      ? readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' })
          .filter((file) => SOURCE.test(file) && !file.includes('node_modules'))
          .slice(0, MOST_FILES)
          .map((file) => join(name, file))
          .sort()
      : [],
  )
}
