// The configuration of a site: its type, and the file it is read from.
// In: hashbang.config.js, .mjs or .ts of the operator's. Out: a checked value whose paths are absolute.
// Vite is asked only for a .ts file, and only if it is installed.

import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ConfigError, checkSettings } from './config/settings.ts'

/** One page of a site: an HTML file of the app, and the module that makes its snapshots. */
export interface PageConfig {
  /** File of the built index.html. */
  readonly shell: string
  /** File of the built app module, which exports `routes` and maybe `context`. */
  readonly app: string
  /**
   * Names of the parameters of the page's own query, before the state, that the page reads. Others
   * are left out of its URL then. Default: every query makes a page of its own.
   */
  readonly query?: readonly string[]
  /** Give everyone the snapshot, with its scripts; only of use in the path scheme. Default: false. */
  readonly everyone?: boolean
}

/** Configuration of a site and its server. Times are in ms, sizes in bytes. */
export interface Config {
  /** Scheme, host and port of the site's URLs, such as `https://example.com`. */
  readonly origin: string
  /** The pages by their paths, such as `/` or `/dictionary.html`. */
  readonly pages: Readonly<Record<string, PageConfig>>
  /** Other values of the Host header that are answered. Default: every well-formed one is. */
  readonly hosts?: readonly string[]
  /** Directory of the built app's files. Default: none are served. */
  readonly assets?: string
  /** Directory that `hashbang export` has written, to be served from. Default: none. */
  readonly snapshots?: string
  /** Default: 3000. 0 takes a free one. */
  readonly port?: number
  /** Address to listen on. Default: all of the machine's. */
  readonly host?: string
  /** How many worker threads. Default: one a core. */
  readonly workers?: number
  /** How long a snapshot may take. Default: 5000. */
  readonly deadline?: number
  /**
   * How many snapshots may be under way or wait; more are answered 503, and so is who would have to wait
   * for half the deadline. Default: 100.
   */
  readonly queue?: number
  /**
   * Origins that loaders and views may fetch from, beside the site's own; requests elsewhere are refused.
   * Default: none.
   */
  readonly allowFetch?: readonly string[]
  /** For how long a snapshot is fresh when its route does not say. Default: 60,000. */
  readonly maxAge?: number
  /** For how long after that it may still be answered while a new one is made. Default: an hour. */
  readonly staleFor?: number
  /** How much memory the cache may take. Default: 64 MiB. 0 switches it off. */
  readonly cacheBytes?: number
  /** How long a snapshot may be. Default: 4 MiB. */
  readonly snapshotBytes?: number
  /** URL of a Redis or Valkey that several servers share, such as `redis://localhost:6379`. Default: none. */
  readonly redis?: string
  /** Which build of the app this is, where a shared cache must tell. Default: a hash of the pages' files. */
  readonly build?: string
  /** `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`. Default: `info`. */
  readonly logLevel?: string
  /** Port of its own, or path that begins with `/`, of the metrics for Prometheus. Default: none. */
  readonly metrics?: number | string
  /** For how long a server that was told to stop may go on answering. Default: 10,000. */
  readonly grace?: number
  /** For how long an idle connection is kept; longer than that of the proxy before it. Default: 5000. */
  readonly keepAlive?: number
}

/** A configuration with where it was found. */
export interface LoadedConfig {
  readonly config: Config
  /** Its file. */
  readonly file: string
}

const NAMES = ['hashbang.config.js', 'hashbang.config.mjs', 'hashbang.config.ts']

/** Gives back what it is given: for the types in a config file. */
export const defineConfig = (config: Config): Config => config

/**
 * Reads the config file.
 *
 * @param file Default: `hashbang.config.js`, `.mjs` or `.ts` of the working directory.
 * @param over Settings that win over the file's, such as those of flags and the environment.
 * @throws {ConfigError} When there is no such file, or what it says cannot be used; says where and how to mend it.
 */
export async function loadConfig(
  file?: string,
  over: Readonly<Record<string, unknown>> = {},
): Promise<LoadedConfig> {
  const found = file ? [resolve(file)] : NAMES.map((name) => resolve(name))
  const path = found.find((candidate) => existsSync(candidate))
  if (path === undefined) {
    throw new ConfigError(
      file
        ? `There is no config file ${found[0]}: check the path`
        : `There is no config file in ${process.cwd()}: write a hashbang.config.js that exports defineConfig({ origin, pages })`,
    )
  }
  const exported = await importConfig(path)
  if (typeof exported !== 'object' || exported === null) {
    throw new ConfigError(
      `${path} must export its configuration: export default defineConfig({ … })`,
    )
  }
  const config = checkSettings({ ...exported, ...over }, path)
  return { config: absolute(config, dirname(path)), file: path }
}

async function importConfig(path: string): Promise<unknown> {
  if (!path.endsWith('.ts')) return (await import(pathToFileURL(path).href)).default
  const vite = await import('vite').catch(() => {
    throw new ConfigError(`${path} needs Vite to be read: install it, or write a .js file`)
  })
  const loaded = await vite.loadConfigFromFile(
    { command: 'build', mode: 'production' },
    path,
    dirname(path),
    'silent',
  )
  return loaded?.config
}

function absolute(config: Config, folder: string): Config {
  const pages = Object.entries(config.pages).map(([path, page]) => [
    path,
    { ...page, shell: resolve(folder, page.shell), app: resolve(folder, page.app) },
  ])
  return {
    ...config,
    pages: Object.fromEntries(pages),
    ...(config.assets === undefined ? {} : { assets: resolve(folder, config.assets) }),
    ...(config.snapshots === undefined ? {} : { snapshots: resolve(folder, config.snapshots) }),
  }
}
