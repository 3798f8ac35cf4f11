// The configuration of a site: its type, and the file it is read from.
// In: hashbang.config.js, .mjs or .ts of the operator's. Out: a checked value whose paths are absolute.
// Vite is asked only for a .ts file, and only if it is installed.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { diagnosis } from '../diagnostics/diagnostics.ts'
import { absolute } from './absolute-paths.ts'
import type { AdoptedPageConfig } from './adopted-pages.ts'
import type { Cdn } from './cdn.ts'
import { DEFAULT_MANIFEST, MANIFEST, readManifest } from './manifest.ts'
import { ConfigError, checkSettings } from './settings.ts'

/** One page of a site: an HTML file of the app, and the module that makes its snapshots. */
export interface PageConfig {
  /** File of the built index.html. */
  readonly shell: string
  /** File of the built app module, which exports `routes` and maybe `context`. */
  readonly app: string
  /**
   * Names of the parameters of the page's own query, before the state, that the page reads. Others
   * are left out of its URL then. Default: every query makes a page of its own, which is kept nowhere.
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
  readonly pages: Readonly<Record<string, PageConfig | AdoptedPageConfig>>
  /** Other values of the Host header that are answered. Default: every well-formed one is. */
  readonly hosts?: readonly string[]
  /** Directory of the built app's files. Default: none are served. */
  readonly assets?: string
  /** Path that the files of `assets` stand under, such as `/docs/`. Default: `/`. */
  readonly base?: string
  /** Whether symbolic links in `assets`, and in folders of adopted apps, may lead out of them. Default: false, they are Not found. */
  readonly followLinks?: boolean
  /** Directory that `hashbang export` has written, to be served from; or the bucket of its `--to`, such as `s3://bucket/prefix`. Default: none. */
  readonly snapshots?: string
  /** Default: 3000. 0 takes a free one. */
  readonly port?: number
  /** Address to listen on. Default: all of the machine's. */
  readonly host?: string
  /** How many workers make snapshots. Default: one a core. */
  readonly workers?: number
  /**
   * What a worker is. `thread`: one of the server's own process, which one allocation too large for V8 ends as a whole.
   * `process`: one of its own, which dies alone. Default: `thread`.
   */
  readonly isolation?: 'thread' | 'process'
  /** How long a worker may take to start, `context()` of the apps included. Default: 30,000. */
  readonly startDeadline?: number
  /** How long a snapshot may take. Default: 5000. */
  readonly deadline?: number
  /**
   * How many snapshots may be under way or wait; more are answered 503, and so is who would have to wait
   * for half the deadline. Default: 100.
   */
  readonly queue?: number
  /**
   * Origins that loaders and views may fetch from, and send their readers to by `location`, beside the site's own; requests
   * elsewhere are refused.
   * Default: none.
   */
  readonly allowFetch?: readonly string[]
  /**
   * Packages whose modules are evaluated once a worker, besides the renderers: what they remember outlives a page. Name one whose
   * code takes long to evaluate and that keeps nothing of a page. Default: those of
   * the Vite plugin that has built the app, or none.
   */
  readonly kept?: readonly string[]
  /**
   * The locale of what pages write without naming one: dates, numbers, the order of words, `navigator.language`.
   * A BCP 47 language tag. Default: `en-US`, whatever the server's is.
   */
  readonly locale?: string
  /** The time zone of pages' local times, by its IANA name, such as `Europe/Berlin`. Default: `UTC`, whatever the server's is. */
  readonly timeZone?: string
  /**
   * File that `hashbang adopt --check` has written: which engine makes the snapshots of which states of adopted pages. Default:
   * `hashbang.engines.json` beside the config file, if it is there.
   */
  readonly engines?: string
  /**
   * How many pages Chromium shows at a time, where that file gives states to it: `playwright-core` drives it. 0: none is started, and
   * these states are answered with the app alone. Default: 2.
   */
  readonly chromium?: number
  /** Run Chromium in its sandbox, as all but root can. Default: true. */
  readonly sandbox?: boolean
  /** Whether states of adopted pages that the file says nothing of go to Chromium. Default: false, our engine makes them. */
  readonly strict?: boolean
  /**
   * Which share of the snapshots of adopted pages that our engine makes is compared with Chromium behind the answers, from 0 to 1: states
   * that have come to differ are made by Chromium from then on. Default: 0.
   */
  readonly watch?: number
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
  /**
   * Signs what is put into Redis, so that a page that others put there is not used: a text that all
   * servers share and nobody else knows. Default: pages are only checked for damage.
   */
  readonly redisKey?: string
  /**
   * Takes purges by HTTP from whoever has this token: POST to `/_hashbang/purge` with `Authorization: Bearer`, as
   * `hashbang purge` does. Default: none are taken.
   */
  readonly purgeToken?: string
  /**
   * The CDN before the server, which a purge has forget as well, such as `fastly()` or `cloudflare()`. Answers have tags of their
   * address then, beside those of their route. Default: none.
   */
  readonly cdn?: Cdn
  /** Which build of the app this is, where a shared cache must tell. Default: a hash of the pages' files. */
  readonly build?: string
  /** `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`. Default: `info`. */
  readonly logLevel?: string
  /**
   * Whether answers say where they are from and how long that took, in `Server-Timing` and `Cache-Status`
   * (RFC 9211). Default: false.
   */
  readonly serverTiming?: boolean
  /**
   * Whether the log and the metrics say who asks, by kind, such as `search`, `model` or `person`. Needs crawler-user-agents.
   * Default: false.
   */
  readonly readers?: boolean
  /** Whether requests, tiers and renders have spans, by @opentelemetry/api; an SDK registered before says where to. Default: false. */
  readonly tracing?: boolean
  /** Port of its own, or path that begins with `/`, of the metrics for Prometheus. Default: none. */
  readonly metrics?: number | string
  /** For how long a server that was told to stop may go on answering. Default: 10,000. */
  readonly grace?: number
  /** For how long an idle connection is kept; longer than that of the proxy before it. Default: 5000. */
  readonly keepAlive?: number
  /** For how long a client may take nothing of an answer that it is sent; it is cut off then. Default: 30,000. */
  readonly writeTimeout?: number
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
 * Reads the config file. What it says nothing of is as the build left it in `dist/hashbang.json` beside it: pages, assets
 * and base. Without a config file that is all.
 *
 * @param file Default: `hashbang.config.js`, `.mjs` or `.ts` of the working directory. May be a `hashbang.json`, too.
 * @param over Settings that win over the file's, such as those of flags and the environment.
 * @throws {ConfigError} When there is no such file, or what it says cannot be used; says where and how to mend it.
 */
export async function loadConfig(
  file?: string,
  over: Readonly<Record<string, unknown>> = {},
): Promise<LoadedConfig> {
  const files = file === undefined ? [...NAMES, DEFAULT_MANIFEST] : [file]
  const path = files.map((name) => resolve(name)).find((name) => existsSync(name))
  if (path === undefined) {
    throw new ConfigError(diagnosis('HB107', file && resolve(file), process.cwd()))
  }
  const isManifest = basename(path) === MANIFEST
  const built = readManifest(isManifest ? path : resolve(dirname(path), DEFAULT_MANIFEST))
  if (isManifest) return { config: checkSettings({ ...built, ...over }, path), file: path }
  const exported = await importConfig(path)
  if (typeof exported !== 'object' || exported === null) {
    throw new ConfigError(diagnosis('HB108', path, 'it has no default export'))
  }
  const config = checkSettings({ ...built, ...exported, ...over }, path)
  return { config: absolute(config, dirname(path)), file: path }
}

async function importConfig(path: string): Promise<unknown> {
  try {
    return path.endsWith('.ts')
      ? await importTypeScript(path)
      : (await import(pathToFileURL(path).href)).default
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError(diagnosis('HB108', path, whereOf(path, error)), { cause: error })
  }
}

async function importTypeScript(path: string): Promise<unknown> {
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

/** What is wrong with a file that could not be imported, and in which line. */
function whereOf(path: string, error: unknown): string {
  const said = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  // Of a syntax error V8 tells the line to nobody but the terminal.
  const { stderr } =
    error instanceof SyntaxError && !path.endsWith('.ts')
      ? spawnSync(process.execPath, ['--check', path], { encoding: 'utf8' })
      : { stderr: '' }
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const name = path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const place = new RegExp(`${name}:\\d+`).exec(stderr || stack)?.[0]
  return place === undefined ? said : `${said}, at ${place}`
}
