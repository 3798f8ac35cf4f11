// Loads and checks hashbang.config.js, .mjs or .ts with the environment. The commands and the Vite
// plugin call it.

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { diagnosis } from '../diagnostics/diagnosis.ts'
import { ConfigError, checkSettings, mergeSettings, readVariables } from './check-settings.ts'
import type { Config } from './config.ts'
import { absolutePaths, DEFAULT_MANIFEST, MANIFEST, readManifest } from './manifest.ts'

const NAMES = ['hashbang.config.js', 'hashbang.config.mjs', 'hashbang.config.ts']

/** The caller's own server may use the variable PORT. */
const OF_SITE = /^(?!port$|host$)/

const ORIGIN_FROM =
  '. Write it in hashbang.config.js, set the variable ORIGIN, or give the command --origin'

/** Returns the config unchanged, so that your editor checks and completes it. */
export const defineConfig = (config: Partial<Config>): Partial<Config> => config

/**
 * Reads the config file. Variables such as ORIGIN, REDIS_URL and PURGE_TOKEN win over it, and it
 * wins over the build's `dist/hashbang.json`. PORT and HOST are not read.
 *
 * @param file Default: `hashbang.config.js`, `.mjs` or `.ts` of the working directory.
 * @param over Settings that win over all others.
 * @throws {ConfigError} When the file is missing or invalid. Names place and fix.
 */
export async function loadConfig(
  file?: string,
  over: Readonly<Record<string, unknown>> = {},
): Promise<Config> {
  const files = file === undefined ? [...NAMES, DEFAULT_MANIFEST] : [file]
  if (file === undefined) refuseOtherNames(process.cwd())
  const path = files.map((name) => resolve(name)).find((name) => existsSync(name))
  if (path === undefined)
    throw new ConfigError(diagnosis('HB107', file && resolve(file), process.cwd()))
  const isManifest = basename(path) === MANIFEST
  const built = readManifest(isManifest ? path : resolve(dirname(path), DEFAULT_MANIFEST))
  const exported = isManifest ? {} : await exportOf(path)
  const settings = mergeSettings(built, exported, readVariables(OF_SITE), over)
  return absolutePaths(checkSettings(settings, path, {}, ORIGIN_FROM), dirname(path))
}

/** Unchecked; none without the file. */
export async function fileSettings(folder: string): Promise<object> {
  refuseOtherNames(folder)
  const path = NAMES.map((name) => resolve(folder, name)).find((name) => existsSync(name))
  return path === undefined ? {} : exportOf(path)
}

/** @throws {ConfigError} For a config file that nothing reads. */
function refuseOtherNames(folder: string): void {
  const files = readdirSync(folder).filter((name) => name.startsWith('hashbang.config.'))
  const [other] = files
  if (other === undefined || files.some((name) => NAMES.includes(name))) return
  throw new ConfigError(
    diagnosis(
      'HB108',
      resolve(folder, other),
      'no file of this name is read',
      'Name it hashbang.config.js, hashbang.config.mjs or hashbang.config.ts, and let it export its settings as default',
    ),
  )
}

async function exportOf(path: string): Promise<object> {
  const exported = await importConfig(path)
  if (typeof exported === 'object' && exported !== null) return exported
  throw new ConfigError(diagnosis('HB108', path, 'it has no default export'))
}

const IN_COMMONJS = /outside a module|Unexpected token 'export'/
const AS_MODULE =
  'Node takes it for CommonJS: name it hashbang.config.mjs, or write "type": "module" into package.json'

async function importConfig(path: string): Promise<unknown> {
  try {
    return path.endsWith('.ts')
      ? await importTypeScript(path)
      : (await import(pathToFileURL(path).href)).default
  } catch (error) {
    if (error instanceof ConfigError) throw error
    const remedy = IN_COMMONJS.test(String(error)) ? AS_MODULE : undefined
    throw new ConfigError(diagnosis('HB108', path, whereOf(path, error), remedy), { cause: error })
  }
}

async function importTypeScript(path: string): Promise<unknown> {
  const vite = await import('vite').catch(() => {
    throw new ConfigError(
      `${path} can only be read with Vite: run npm install --save-dev vite, or write the config as a .js file`,
    )
  })
  const loaded = await vite.loadConfigFromFile(
    { command: 'build', mode: 'production' },
    path,
    dirname(path),
    'silent',
  )
  return loaded?.config
}

function whereOf(path: string, error: unknown): string {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  // V8 prints the line of a syntax error only.
  const { stderr } =
    error instanceof SyntaxError && !path.endsWith('.ts')
      ? spawnSync(process.execPath, ['--check', path], { encoding: 'utf8' })
      : { stderr: '' }
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const name = path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const place = new RegExp(`${name}:\\d+`).exec(stderr || stack)?.[0]
  return place === undefined ? message : `${message}, at ${place}`
}
