// Reads the project of `hashbang init`: packages, Vite configuration, page, framework and router.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { headTexts } from '../../html/head-tags.ts'
import { UsageError } from '../terminal.ts'

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

/** The package of each framework; React's is in projects of others too. */
export const FRAMEWORKS = {
  none: undefined,
  react: 'react',
  vue: 'vue',
  svelte: 'svelte',
  solid: 'solid-js',
  preact: 'preact',
  lit: 'lit',
  angular: '@angular/core',
} as const

export type Framework = keyof typeof FRAMEWORKS

export type Project = ReturnType<typeof readProject>

/** The names of Vite's configuration, in the order in which Vite looks for them. */
const CONFIGS = ['js', 'mjs', 'ts', 'cjs', 'mts', 'cts'].map((ending) => `vite.config.${ending}`)
const ROOTS = ['App.vue', 'App.svelte', 'App.tsx', 'App.jsx', 'app.tsx', 'app.jsx'].map(
  (name) => `src/${name}`,
)

const SOURCE = /\.(?:[cm]?[jt]sx?|vue|svelte)$/

/** Most files of a folder searched for hash routes. A larger project passes --adopt. */
const MOST_FILES = 2000

/** Build tools, and frameworks that route paths on a server of their own. */
const BUILDERS = [
  '@angular/cli',
  '@angular/build',
  '@vue/cli-service',
  'react-scripts',
  'ember-cli',
  'webpack',
  'parcel',
  'rollup',
  'esbuild',
  'gulp',
  'grunt',
  '@rsbuild/core',
  '@sveltejs/kit',
  '@solidjs/start',
  '@react-router/dev',
  'next',
  'nuxt',
  'astro',
  'gatsby',
]

/** Frameworks that build with Vite, and have no page for an outlet. */
const OWN_PAGES = ['@sveltejs/kit', '@solidjs/start', '@react-router/dev', 'nuxt', 'astro']

/** The folder need not exist. @throws {UsageError} If it or its package.json is invalid. */
export function readProject(folder: string) {
  if (existsSync(folder) && !statSync(folder).isDirectory())
    throw new UsageError(`${folder} is a file: name a folder, or leave it out`)
  const read = (path: string): ProjectFile | undefined =>
    existsSync(join(folder, path))
      ? { path, text: readFileSync(join(folder, path), 'utf8') }
      : undefined
  const packageJson = read('package.json')
  const manifest = parseManifest(packageJson)
  const first = (paths: readonly string[]) => paths.map(read).find((file) => file !== undefined)
  const config = first(CONFIGS)
  const packages = { ...manifest.dependencies, ...manifest.devDependencies }
  const page = read('index.html')
  const sources = sourcesBelow(folder)
  const hasVite = config !== undefined || 'vite' in packages
  const built = hasVite ? [] : [join(builtFolder(folder) ?? '.', 'index.html')]
  const builder = (hasVite ? OWN_PAGES : BUILDERS).find((name) => name in packages)
  const script = hasVite ? undefined : manifest.scripts?.build || undefined
  return {
    folder,
    manifest,
    /** The indentation of package.json. */
    indent: /^\{\s*?\n([ \t]+)"/.exec(withoutMark(packageJson?.text ?? ''))?.[1] ?? '  ',
    config,
    page,
    title: headTexts(page?.text ?? '').title ?? manifest.name ?? 'My app',
    hasVite,
    /** The package of another build tool, or the script that runs one. */
    builder: builder ?? script,
    /** False in a project of plain JavaScript. */
    isTyped: existsSync(join(folder, 'tsconfig.json')) || !isPlain(sources, config),
    /** The framework of its views; undefined in an empty folder. */
    framework: frameworkOf(packages) ?? (page === undefined ? undefined : 'none'),
    root: rootOf(first(ROOTS)),
    hash: findHashRoutes(folder, ['index.html', ...built, ...sources]),
  }
}

const frameworkOf = (packages: Readonly<Record<string, string>>): Framework | undefined =>
  (Object.keys(FRAMEWORKS) as Framework[]).findLast((name) => (FRAMEWORKS[name] ?? '') in packages)

/** The import of the component that the app mounts, as a default export. */
function rootOf(file: ProjectFile | undefined): string | undefined {
  if (file === undefined) return undefined
  const load = `import('${file.path.replace('src/', './').replace(/\.[jt]sx$/, '')}')`
  const isNamed = /sx$/.test(file.path) && !/export default/.test(file.text)
  return isNamed ? `${load}.then(({ App }) => ({ default: App }))` : load
}

/** Whether all of a project's code is JavaScript. */
const isPlain = (sources: readonly string[], config: ProjectFile | undefined): boolean =>
  (sources.length > 0 || config !== undefined) &&
  ![config?.path ?? '', ...sources].some((path) => /\.[cm]?tsx?$/.test(path))

/** Editors on Windows may write a byte order mark. */
const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '')

function parseManifest(file: ProjectFile | undefined): PackageManifest {
  if (file === undefined) return {}
  let manifest: unknown
  try {
    manifest = JSON.parse(withoutMark(file.text))
  } catch (error) {
    throw new UsageError(
      `package.json is no JSON: ${(error as Error).message}. Correct it, and run init again`,
    )
  }
  if (typeof manifest === 'object' && manifest !== null && !Array.isArray(manifest)) return manifest
  throw new UsageError(
    `package.json holds ${file.text.trim().slice(0, 40)} in place of an object. Write {} into it, and run init again`,
  )
}

/** Names relative to the folder. */
function sourcesBelow(folder: string): readonly string[] {
  const isSource = (file: string) =>
    SOURCE.test(file) && !/node_modules|\.min\.|\.config\./.test(file)
  const top = existsSync(folder) ? readdirSync(folder).filter(isSource) : []
  const below = ['src', 'app', 'js', 'scripts', 'public']
    .filter((name) => existsSync(join(folder, name)) && statSync(join(folder, name)).isDirectory())
    .flatMap((name) =>
      readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' })
        .filter(isSource)
        .slice(0, MOST_FILES)
        .map((file) => join(name, file))
        .sort(),
    )
  return [...top.sort(), ...below]
}

/** Usual build folders of apps without Vite. */
const BUILDS = ['dist', 'build', 'www', 'public', 'app', 'docs', '_site', 'out']

/** `.` for an app without a build. */
export function builtFolder(folder: string): string | undefined {
  const hasPage = (name: string) => existsSync(join(folder, name, 'index.html'))
  const dist = join(folder, 'dist')
  // Angular's builder writes dist/<name>/browser.
  const nested = existsSync(dist) ? readdirSync(dist).map((name) => `dist/${name}/browser`) : []
  return [...BUILDS, ...nested].find(hasPage) ?? (hasPage('.') ? '.' : undefined)
}

const ROUTERS: readonly (readonly [pattern: RegExp, router: string, string])[] = [
  [/\bcreateWebHashHistory\b/, 'createWebHashHistory', '#/'],
  [/\bcreateHashRouter\b/, 'createHashRouter', '#/'],
  [/\bHashRouter\b/, 'HashRouter', '#/'],
  [/\bcreateHashHistory\b/, 'createHashHistory', '#/'],
  [/\buseHashLocation\b/, 'useHashLocation', '#/'],
  [/\bsvelte-spa-router\b/, 'svelte-spa-router', '#/'],
  [/\bwithHashLocation\b|\buseHash\s*:\s*true\b|\bHashLocationStrategy\b/, 'Angular', '#/'],
  [/\$routeProvider\b/, 'ngRoute', '#!/'],
  [/\$stateProvider\b/, 'ui-router', '#!/'],
  [/\$docsify\b/, 'docsify', '#/'],
  [/\bSwaggerUIBundle\b/, 'Swagger UI', '#/'],
  [/<redoc\b|\bRedoc\.init\b/, 'Redoc', '#'],
  [/\.nocache\.js\b/, 'GWT', '#'],
  [/\bBackbone\.history\b/, 'Backbone.history', '#'],
]

/** The router of an app whose states live behind `#`. @param files Relative to the folder. */
function findHashRoutes(folder: string, files: readonly string[]) {
  for (const path of files) {
    if (!existsSync(join(folder, path))) continue
    const source = readFileSync(join(folder, path), 'utf8')
    const [, router, states] = ROUTERS.find(([pattern]) => pattern.test(source)) ?? []
    if (router !== undefined) return { file: path, router, states }
  }
  return undefined
}

const LOCKS = {
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
}

/** The one that installed the project, else the one that runs this command. */
export function packageManager(folder: string, agent = process.env.npm_config_user_agent): string {
  const lock = Object.entries(LOCKS).find(([file]) => existsSync(join(folder, file)))
  return lock?.[1] ?? /^(?:npm|pnpm|yarn|bun)(?=\/)/.exec(agent ?? '')?.[0] ?? 'npm'
}
