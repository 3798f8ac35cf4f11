// The types of a site's configuration: `hashbang.config.ts`, `startServer`, `createHandler`.

import type { ReadableOptions } from '../../src/readable.ts'
import type { Cdn } from './cdn.ts'
import type { StatePrefix } from './state-shape.ts'

/** One page of a site: an HTML file of the app, and the module that makes its snapshots. */
export interface PageConfig {
  /** File of the built index.html. */
  readonly shell: string
  /** File of the built app module, which exports `routes` and maybe `context`. */
  readonly app: string
  /**
   * Query parameters that the page reads from its own URL, before the state. Other parameters are
   * then dropped from the URL. Default: each query is a separate page, which is never cached.
   */
  readonly query?: readonly string[]
  /**
   * Readers that get the snapshot at the page's own path. `everyone` is for the path scheme and
   * keeps the app's scripts. Default: `crawlers`.
   */
  readonly audience?: 'everyone' | 'crawlers'
}

/** The snapshot cache in memory. */
export interface CacheSettings {
  /** Memory limit of the cache, in bytes. Default: 64 MiB. 0 turns it off. */
  readonly bytes?: number
  /** How long a snapshot is fresh if its route sets no time, in ms. Default: 60,000. */
  readonly maxAge?: number
  /**
   * How long a stale snapshot may still be served while a new one is rendered, in ms. Default: an
   * hour.
   */
  readonly staleFor?: number
}

/** Limits of the server. Times are in ms. */
export interface LimitSettings {
  /**
   * How long a snapshot may take; the first of an adopted app in a worker, which compiles the app,
   * 2000 longer. A stopping server finishes its responses for twice as long. Default: 5000.
   */
  readonly deadline?: number
  /**
   * How many snapshots may render or wait. Further requests get status 503, and so do requests that
   * would wait for half the deadline. Default: 100.
   */
  readonly queue?: number
  /**
   * How long an idle connection is kept; longer than the proxy before it keeps one; not for
   * `createHandler`. Default: 5000.
   */
  readonly keepAlive?: number
}

/** Language and time zone of the pages, wherever the server runs. */
export interface RegionSettings {
  /**
   * A BCP 47 language tag, also for the order of words and `navigator.language`. Default: `en-US`.
   */
  readonly locale?: string
  /** The IANA name of a time zone, such as `Europe/Berlin`. Default: `UTC`. */
  readonly timeZone?: string
}

/**
 * The Chromium that renders states of adopted pages that our own engine does not render correctly.
 * Needs `playwright-core`.
 */
export interface AdoptSettings {
  /** Whether Chromium runs in its sandbox, as every user but root can. Default: true. */
  readonly sandbox?: boolean
}

/**
 * The Redis that several servers share. Needs `@redis/client`. Servers share pages of one build: a
 * hash of the pages' files.
 */
export interface RedisSettings {
  /** URL of a Redis or Valkey, such as `redis://localhost:6379`. */
  readonly url: string
}

/**
 * Configuration of a site: of `hashbang serve`, `startServer` and `createHandler`. A setting does
 * the same in all three. An invalid setting ends the start with an error.
 */
export interface Config {
  /**
   * Scheme, host and port of the site's URLs, such as `https://example.com`. `startServer` takes
   * its own port when this is missing.
   */
  readonly origin: string
  /** The pages by their paths, such as `/` or `/dictionary.html`. */
  readonly pages: Readonly<Record<string, PageConfig | AdoptedPageConfig>>
  /** Directory of the built app's files. Default: none are served. */
  readonly assets?: string
  /**
   * Whether symbolic links may lead out of `assets`, or out of the folder of an adopted app. By
   * default, the server does not see such files.
   */
  readonly followLinks?: boolean
  /** Path that the files of `assets` stand under, such as `/docs/`. Default: `/`. */
  readonly base?: string
  /** Port to listen on; not for `createHandler`. Default: 3000. 0 takes a free one. */
  readonly port?: number
  /** Address to listen on; not for `createHandler`. Default: all of the machine's. */
  readonly host?: string
  /**
   * How many workers render snapshots, each one page at a time. A worker is a process. Default: two
   * for each core.
   */
  readonly workers?: number
  /**
   * Names of environment variables that the app's code may read in workers, such as
   * `DATABASE_URL`. Default: only those that Node needs, and `NODE_ENV`.
   */
  readonly workerEnv?: readonly string[]
  /**
   * More flags for Node in workers, such as `--max-old-space-size=1024`. From Node 22 on, workers
   * may read the project's files and use the network only; `--allow-addons`,
   * `--allow-fs-read=/data`, `--allow-fs-write=/data` and the like allow more. Default: none.
   */
  readonly workerFlags?: readonly string[]
  /**
   * Origins besides the site's own that loaders and views may fetch from, or redirect to with
   * `location`. Other requests are refused. Default: none.
   */
  readonly allowFetch?: readonly string[]
  readonly cache?: CacheSettings
  readonly limits?: LimitSettings
  readonly region?: RegionSettings
  readonly redis?: RedisSettings
  readonly adopt?: AdoptSettings
  /**
   * Token that allows purges over HTTP: POST to `/_hashbang/purge` with `Authorization: Bearer`, as
   * `hashbang purge` does. Default: purges over HTTP are off.
   */
  readonly purgeToken?: string
  /**
   * The CDN in front of the server, such as `fastly()` or `cloudflare()`. Every purge reaches it
   * too. Responses then carry the tags of their address as well as those of their route. Default:
   * none.
   */
  readonly cdn?: Cdn
  /**
   * Path of the metrics for Prometheus, such as `/metrics`; or a port of their own, not for
   * `createHandler`. Default: none.
   */
  readonly metrics?: number | string
  /** Whether requests, tiers and renders have spans, by `@opentelemetry/api`. Default: false. */
  readonly tracing?: boolean
}

/** The readable addresses of an adopted page. */
export type AdoptedReadable =
  | string
  | ({ readonly prefix: string } & Pick<ReadableOptions, 'files'>)

/** A page of an adopted app: its own index.html, scripts and requests. */
export interface AdoptedPageConfig {
  /** Folder of the app's files, or the URL of its server; the page has the same path below it. */
  readonly site: string
  /**
   * Prefix of state fragments: `#!/`, `#!`, `#/` or `#`. Default: the prefix of the page's links
   * when the server starts.
   */
  readonly states?: StatePrefix
  /**
   * File that lists all states, one on each line: URLs, fragments or states; may be gzipped.
   * Default: the states of the site's sitemap, and those that links lead to from the first page on.
   */
  readonly statesFile?: string
  /**
   * Prefix of its readable addresses, such as `/s/`; no file of the app may be below it. For an
   * export to a host of files, `{ prefix: '/s/', files: true }`, as `readableScheme` has it.
   * Default: none.
   */
  readonly readable?: AdoptedReadable
  /**
   * States that Chromium renders, such as `/charts/*`: a `*` at the end stands for any text.
   * `hashbang adopt --check` names them. Default: none.
   */
  readonly chromium?: readonly string[]
  readonly query?: readonly string[]
}
