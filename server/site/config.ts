// The types of a site's configuration. `setting-rules.ts` has the check of each setting, and
// `load-config.ts` reads them.

import type { ReadableOptions } from '../../src/readable.ts'
import type { StatePrefix } from './adopted-urls.ts'

/** A page of a site: its HTML file, and the module that makes its snapshots. */
export interface PageConfig {
  /** File of the built index.html. */
  readonly shell: string
  /** File of the built app module: `routes` and maybe `context`. */
  readonly app: string
  /**
   * Query parameters that the page reads; the server drops others. Default: each query is a page of
   * its own, which is never cached.
   */
  readonly query?: readonly string[]
  /**
   * Readers that get the snapshot at the page's own path. `everyone` is for the path scheme and
   * keeps the app's scripts. Default: `crawlers`.
   */
  readonly audience?: 'everyone' | 'crawlers'
}

/** The snapshot cache in memory. Times are in ms. */
export interface CacheSettings {
  /** Memory in bytes. 0 turns the cache off. Default: 64 MiB. */
  readonly bytes?: number
  /** How long a snapshot is fresh if its route sets no time. Default: 60,000. */
  readonly maxAge?: number
  /** How long a stale snapshot is served while a new one renders. Default: an hour. */
  readonly staleFor?: number
}

/** Limits of the server. Times are in ms. */
export interface LimitSettings {
  /**
   * Time limit of a snapshot. The first of an adopted app in a worker may take 2000 more. A
   * stopping server finishes its responses for twice as long. Default: 5000.
   */
  readonly deadline?: number
  /**
   * How many snapshots may render or wait. Others, and those that would wait for half the deadline,
   * get status 503. Default: 100.
   */
  readonly queue?: number
  /**
   * How long an idle connection stays open. Set it above the proxy's time. Not for
   * `createHandler`. Default: 5000.
   */
  readonly keepAlive?: number
}

/** Language and time zone of the pages. */
export interface RegionSettings {
  /** A BCP 47 language tag, for sorting and `navigator.language`. Default: `en-US`. */
  readonly locale?: string
  /** The IANA name of a time zone, such as `Europe/Berlin`. Default: `UTC`. */
  readonly timeZone?: string
}

/** Chromium, for states that workers can't render. Needs `playwright-core`. */
export interface AdoptSettings {
  /** Whether Chromium runs in its sandbox, which root can't. Default: true. */
  readonly sandbox?: boolean
}

/** The Redis that several servers share, with the pages of one build. Needs `@redis/client`. */
export interface RedisSettings {
  /** URL of a Redis or Valkey, such as `redis://localhost:6379`. */
  readonly url: string
}

/**
 * Configuration of a site, for `hashbang serve`, `startServer` and `createHandler`. An invalid
 * setting ends the start with an error.
 */
export interface Config {
  /**
   * Scheme, host and port of the site's URLs, such as `https://example.com`. Default for
   * `startServer`: localhost with its port.
   */
  readonly origin: string
  /** By path, such as `/` or `/dictionary.html`. */
  readonly pages: Readonly<Record<string, PageConfig | AdoptedPageConfig>>
  /** Folder of the built app's files. Default: none. */
  readonly assets?: string
  /** Whether links may lead out of `assets` or an app's folder. Default: false. */
  readonly followLinks?: boolean
  /** Path of the `assets`, such as `/docs/`. Default: `/`. */
  readonly base?: string
  /** Port to listen on; 0 takes a free one. Not for `createHandler`. Default: 3000. */
  readonly port?: number
  /** Address to listen on. Not for `createHandler`. Default: all of the machine's. */
  readonly host?: string
  /** How many workers render, each one page at a time. Default: two for each core. */
  readonly workers?: number
  /**
   * Environment variables for workers, such as `DATABASE_URL`. The server warns if one is not set;
   * write `CACHE_FILE?` if your app has a default. Default: those that Node needs, and `NODE_ENV`.
   */
  readonly workerEnv?: readonly string[]
  /**
   * More flags for Node in workers, such as `--max-old-space-size=1024`. Workers may only
   * read the project's files and use the network. You allow more with `--allow-addons`,
   * `--allow-fs-read=/data` or `--allow-fs-write=/data`. Default: none.
   */
  readonly workerFlags?: readonly string[]
  /** Other origins that loaders and views may fetch from or redirect to. Default: none. */
  readonly allowFetch?: readonly string[]
  readonly cache?: CacheSettings
  readonly limits?: LimitSettings
  readonly region?: RegionSettings
  readonly redis?: RedisSettings
  readonly adopt?: AdoptSettings
  /**
   * Token for purges over HTTP: POST to `/_hashbang/purge` with `Authorization: Bearer`. Default:
   * no such purges.
   */
  readonly purgeToken?: string
  /**
   * The CDN in front of the server, such as `fastly()` or `cloudflare()`. Purges reach it, and
   * responses carry the tags of their address. Default: none.
   */
  readonly cdn?: Cdn
  /**
   * Path of the metrics for Prometheus, such as `/metrics`, or a port of their own. No port for
   * `createHandler`. Default: none.
   */
  readonly metrics?: number | string
  /** Whether requests and renders have spans, by `@opentelemetry/api`. Default: false. */
  readonly tracing?: boolean
}

export type AdoptedReadable =
  | string
  | ({ readonly prefix: string } & Pick<ReadableOptions, 'files'>)

/** A page of an adopted app: its own index.html, scripts and requests. */
export interface AdoptedPageConfig {
  /** Folder of the app's files, or URL of its server. */
  readonly site: string
  /** Prefix of state fragments: `#!/`, `#!`, `#/` or `#`. Default: that of its links. */
  readonly states?: StatePrefix
  /**
   * File of states, URLs or fragments, one a line; may be gzipped. Default: the states of its
   * sitemap and links.
   */
  readonly statesFile?: string
  /**
   * Prefix of its readable addresses, such as `/s/`; for a host of files `{ prefix: '/s/', files:
   * true }`. No file of the app may be below it. Default: none.
   */
  readonly readable?: AdoptedReadable
  /**
   * States for Chromium, such as `/charts/*`: a `*` at the end stands for any text. `hashbang adopt
   * --check` lists them. Default: none.
   */
  readonly chromium?: readonly string[]
  readonly query?: readonly string[]
}

/** The entries that a CDN must purge: one of the lists names each. */
export type CdnSelection =
  | { readonly everything: true }
  | {
      readonly everything?: false
      /** Tags as response headers have them. They cover the whole purge. */
      readonly tags: readonly string[]
      /** Absolute URLs. */
      readonly urls: readonly string[]
      /** Host and path, such as `example.com/s/word`. */
      readonly prefixes: readonly string[]
    }

/** A CDN in front of the server. */
export interface Cdn {
  /** Its name in the log. */
  readonly name: string
  /** Names a missing setting, which keeps the server from starting. */
  readonly missing?: string | undefined
  /**
   * Must settle in bounded time and never reject.
   * @returns Undefined on success, or the failure and its cause.
   */
  purge(selection: CdnSelection): Promise<string | undefined>
}
