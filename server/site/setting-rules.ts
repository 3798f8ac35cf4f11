// Has the check of each setting, and the end of its error. `check-settings.ts` applies them.

import { isStatePrefix, STATE_PREFIXES } from './adopted-urls.ts'
import type { Config } from './config.ts'

export interface SettingRule {
  readonly check: (value: unknown) => boolean
  /** The end of the error, after "it must be". */
  readonly expected: string
  readonly env?: string
  /** Reads the text of a flag or variable. */
  readonly read?: (text: string) => unknown
  readonly secret?: boolean
  readonly isRequired?: boolean
}

export type Group = 'cache' | 'limits' | 'redis' | 'region' | 'adopt'

export type SettingName =
  | Exclude<keyof Config, Group>
  | { [G in Group]: `${G}.${keyof NonNullable<Config[G]> & string}` }[Group]

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isFlag = (value: unknown): boolean => typeof value === 'boolean'
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isWhole =
  (least: number, most = Number.MAX_SAFE_INTEGER) =>
  (value: unknown) =>
    Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most

const isPort = isWhole(0, 65_535)
// Timers of over 2 ** 31 - 1 ms fire at once, and one lasts two deadlines.
const isTime = isWhole(1, 2 ** 30 - 1)
const readNumber = (text: string): unknown => (/^\d+$/.test(text) ? Number(text) : text)

const number = (check: SettingRule['check'], expected: string, env?: string): SettingRule => ({
  check,
  expected,
  read: readNumber,
  ...(env === undefined ? {} : { env }),
})

/** Spaces separate them in a variable. */
const list = (isOne: (word: string) => boolean): Pick<SettingRule, 'check' | 'read'> => ({
  check: (value) => Array.isArray(value) && value.every((one) => isText(one) && isOne(one)),
  read: (text) => text.split(/\s+/).filter((word) => word !== ''),
})

const isFormat = (format: (text: string) => boolean) => (value: unknown) => {
  try {
    return isText(value) && format(value)
  } catch {
    return false
  }
}
const isLocale = isFormat((text) => Intl.DateTimeFormat.supportedLocalesOf(text).length === 1)
const isTimeZone = isFormat((timeZone) => Boolean(new Intl.DateTimeFormat('en', { timeZone })))

/** Reads an origin with or without a final slash. */
export function originOf(url: unknown): string | undefined {
  if (!isText(url) || !URL.canParse(url)) return undefined
  const { protocol, origin } = new URL(url)
  return /^https?:$/.test(protocol) && origin === url.replace(/\/$/, '') ? origin : undefined
}

const isOwnPath = (path: string): boolean =>
  /^\/[^?#\s]+$/.test(path) &&
  !/^\/(?:healthz|readyz|robots\.txt|sitemap.*|_hashbang\/.*)$/.test(path)

function isAddress(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { href, origin, pathname } = new URL(url)
  return href === origin + pathname
}

/** Printable ASCII without a space at an end. */
export const isToken = (text: string): boolean =>
  /^[\x20-\x7e]+$/.test(text) && text === text.trim()

export const SETTINGS: Readonly<Record<SettingName, SettingRule>> = {
  origin: {
    check: (value) => originOf(value) !== undefined,
    expected: 'a scheme, a host and maybe a port, such as "https://example.com"',
    env: 'ORIGIN',
  },
  pages: {
    check: (value) => isRecord(value) && Object.keys(value).length > 0,
    expected: 'a record of pages by path, such as { "/": { shell, app } }',
  },
  assets: { check: isText, expected: 'a directory, such as "dist/client"' },
  followLinks: { check: isFlag, expected: 'true or false' },
  base: {
    check: (value) => isText(value) && /^\/(?:[^?#\s]*\/)?$/.test(value),
    expected: 'a path that begins and ends with "/", such as "/docs/"',
  },
  port: number(isPort, 'a port from 0 to 65535, such as 3000', 'PORT'),
  host: { check: isText, expected: 'an address of this machine, such as "127.0.0.1"', env: 'HOST' },
  workers: number(isWhole(1, 1024), 'a number of workers from 1 to 1024, such as 2', 'WORKERS'),
  workerEnv: {
    ...list((one) => /^[A-Za-z_]\w*\??$/.test(one)),
    expected: 'a list of names of environment variables, such as ["DATABASE_URL", "PORT?"]',
    env: 'WORKER_ENV',
  },
  workerFlags: {
    ...list((one) => /^--\w/.test(one)),
    expected: 'a list of flags of Node, such as ["--allow-addons"]',
    env: 'WORKER_FLAGS',
  },
  'limits.deadline': number(isTime, 'a time in ms, such as 5000'),
  'limits.queue': number(isWhole(1), 'a number of snapshots, such as 100'),
  'region.locale': {
    check: isLocale,
    expected: 'a language tag that Node knows, such as "en-US" or "de-DE"',
    env: 'LOCALE',
  },
  'region.timeZone': {
    check: isTimeZone,
    expected: 'a time zone that Node knows, such as "UTC" or "Europe/Berlin"',
    env: 'TIME_ZONE',
  },
  allowFetch: {
    check: (value) => Array.isArray(value) && value.every((one) => originOf(one) === one),
    expected: 'a list of origins, such as ["https://api.example.com"]',
  },
  'cache.maxAge': number(isWhole(0), 'a time in ms, such as 60000'),
  'cache.staleFor': number(isWhole(0), 'a time in ms, such as 3600000'),
  'cache.bytes': number(isWhole(0), 'a number of bytes, such as 67108864', 'CACHE_BYTES'),
  'adopt.sandbox': { check: isFlag, expected: 'true or false' },
  'redis.url': {
    check: (value) => isText(value) && /^rediss?:\/\/./.test(value) && URL.canParse(value),
    expected: 'the URL of a Redis, such as "redis://localhost:6379"',
    env: 'REDIS_URL',
    // The URL may hold a password.
    secret: true,
  },
  purgeToken: {
    env: 'PURGE_TOKEN',
    secret: true,
    check: (value) => isText(value) && value.length >= 16 && isToken(value),
    expected:
      'a secret text of 16 ASCII characters or more, without a space at an end, such as `openssl rand -hex 32` prints',
  },
  cdn: {
    check: (value) => isRecord(value) && isText(value.name) && typeof value.purge === 'function',
    expected: 'the CDN before the server, such as fastly() or cloudflare()',
    // Its functions may hold a token.
    secret: true,
  },
  tracing: { check: isFlag, expected: 'true or false' },
  metrics: {
    check: (value) => isPort(value) || (isText(value) && isOwnPath(value)),
    expected: 'a port, such as 9090, or a path of its own that begins with "/", such as "/metrics"',
    env: 'METRICS',
    read: readNumber,
  },
  'limits.keepAlive': number(isTime, 'a time in ms, such as 5000'),
}

type PageSettings = Readonly<Record<string, SettingRule>>

const query: SettingRule = {
  ...list(() => true),
  expected: 'a list of names of parameters, such as ["lang"]',
}

export const TABLE_PAGE: PageSettings = {
  shell: { check: isText, expected: 'the file of the built index.html', isRequired: true },
  app: { check: isText, expected: 'the file of the built app module', isRequired: true },
  query,
  audience: {
    check: (value) => value === 'everyone' || value === 'crawlers',
    expected: '"everyone" or "crawlers"',
  },
}

const isPrefix = (value: unknown): boolean => isText(value) && /^(?:\/[\w\-~]+)+\/$/.test(value)

export const ADOPTED_PAGE: PageSettings = {
  site: {
    check: (value) => isText(value) && (!/^https?:/i.test(value) || isAddress(value)),
    expected:
      'the folder of the app, or the URL at which it runs, without a user and a query, such as "http://localhost:8080/"',
    isRequired: true,
  },
  states: {
    check: isStatePrefix,
    expected: `what fragments of states begin with: one of ${STATE_PREFIXES.map((one) => `"${one}"`).join(', ')}`,
  },
  readable: {
    check: (value) =>
      isPrefix(value) ||
      (isRecord(value) &&
        isPrefix(value.prefix) &&
        [undefined, true, false, 'html'].includes(value.files as undefined)),
    expected:
      'a path that begins and ends with "/", such as "/s/", or { prefix: "/s/", files: true }',
  },
  statesFile: {
    check: isText,
    expected: 'a file that lists states, one a line, such as "states.txt"',
  },
  chromium: {
    // The empty text is a state.
    check: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
    expected: 'a list of states that Chromium renders, such as ["/charts/*"]',
  },
  query,
}
