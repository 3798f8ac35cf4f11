// The options of the Vite plugin, and their check, which also serves projects in JavaScript. The
// settings that development and preview share with production.

import { meant } from '../../src/closest.ts'
import { show } from '../../src/texts.ts'
import { diagnosis } from '../diagnostics/diagnosis.ts'
import { ConfigError, mergeSettings, settingFaults } from '../site/check-settings.ts'
import type { AdoptedPageConfig, Config } from '../site/config.ts'
import { fileSettings } from '../site/load-config.ts'
import { isRecord } from '../site/setting-rules.ts'

/**
 * Options of the plugin. Settings of the server go into its build. In development, workers read
 * every variable and file.
 */
export interface HashbangOptions
  extends Pick<Config, 'allowFetch' | 'region' | 'workerEnv' | 'workerFlags'> {
  /**
   * The module that exports `routes` and `context` for snapshots, relative to Vite's root. With
   * several pages, modules by path: `{ '/': 'app.ts', '/admin.html': 'admin.ts' }`.
   */
  readonly app: string | Readonly<Record<string, string>>
  /** Scheme, host and port for absolute URLs of development. Default: the dev server's own. */
  readonly origin?: string
  /** Adds the drawer of `hashbang-router/devtools` to pages of the dev server. Default: true. */
  readonly devtools?: boolean
  /**
   * Packages that each worker evaluates only once, as it does renderers, so their state outlives a
   * page. Name slow packages that store nothing of a page. Default: none.
   */
  readonly kept?: readonly string[]
}

/** Options of the plugin for an adopted app. */
export interface AdoptOptions extends Pick<Config, 'allowFetch' | 'region'> {
  /** The form of its states, and their readable addresses. `true`: as in its links. */
  readonly adopt: true | Pick<AdoptedPageConfig, 'states' | 'readable'>
  /** Scheme, host and port for absolute URLs of development. Default: the dev server's own. */
  readonly origin?: string
}

const OPTIONS = Object.keys({
  app: true,
  origin: true,
  devtools: true,
  kept: true,
  allowFetch: true,
  region: true,
  workerEnv: true,
  workerFlags: true,
} satisfies Readonly<Record<keyof HashbangOptions, true>>)

const OF_ADOPTED = Object.keys({
  adopt: true,
  origin: true,
  allowFetch: true,
  region: true,
} satisfies Readonly<Record<keyof AdoptOptions, true>>)

/** @throws {TypeError} Also when Vite calls the function, as for `plugins: [hashbang]`. */
export function checkOptions(options: unknown): void {
  if (!isRecord(options))
    throw new TypeError(
      `hashbang() has ${show(options)} for its options: write plugins: [hashbang({ app: 'src/routes.ts' })] in the Vite configuration, with the module that exports your routes`,
    )
  const names = options.adopt ? OF_ADOPTED : OPTIONS
  const setNames = Object.keys(options).filter((name) => options[name] != null && name !== 'adopt')
  const wrong = setNames.find((name) => !names.includes(name))
  if (wrong !== undefined)
    throw new TypeError(
      `hashbang(): "${wrong}" is no option${meant(wrong, names)}. Correct it in the Vite configuration`,
    )
  const { app, devtools: _, kept: __, adopt, ...settings } = options
  const faults = settingFaults(settings)
  if (faults.length > 0)
    throw new ConfigError(diagnosis('HB109', 'hashbang({ … }) of the Vite configuration', faults))
  if (adopt) return
  if (typeof app !== 'string' && (typeof app !== 'object' || app === null))
    throw new TypeError(
      `hashbang(): "app" is ${show(app)}: name the module that exports your routes, such as hashbang({ app: 'src/routes.ts' })`,
    )
}

const SHARED = [
  'allowFetch',
  'followLinks',
  'limits',
  'purgeToken',
  'region',
  'workerEnv',
  'workerFlags',
] as const

export type SharedSettings = Partial<Pick<Config, (typeof SHARED)[number]>>

/**
 * Settings of the environment and of the config file in a folder, over the plugin's. Without those
 * of production alone, such as Redis.
 */
export async function sharedSettings(
  root: string,
  pluginSettings: object,
): Promise<SharedSettings> {
  const { PURGE_TOKEN: purgeToken } = process.env
  const all = mergeSettings(
    pluginSettings,
    await fileSettings(root),
    purgeToken ? { purgeToken } : {},
  )
  return Object.fromEntries(
    SHARED.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])),
  )
}
