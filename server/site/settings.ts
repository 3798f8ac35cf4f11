// What each setting may be, once: for the config file, the environment and the command line.
// In: values of the operator's. Out: a checked configuration, or one error that lists every fault with
// the setting, the value and the fix.

import { diagnosis } from '../diagnostics/diagnostics.ts'
import { isBucketUrl } from '../objects/bucket-url.ts'
import type { Config } from './load-config.ts'
import { isOwnPath, pageFaults, readableFaults } from './page-settings.ts'
import { isToken } from './token.ts'

/** The operator's configuration cannot be used; the message names the setting, the value and the fix. */
export class ConfigError extends TypeError {
  override name = 'ConfigError'
}

interface Setting {
  readonly check: (value: unknown) => boolean
  /** What is right, as the end of the sentence "it must be …". */
  readonly expected: string
  /** The environment's name for it, where there is one. */
  readonly env?: string
  /** Makes the value of the text of a flag or a variable. Default: the text itself. */
  readonly read?: (text: string) => unknown
  /** Whether no message may repeat its value. */
  readonly secret?: boolean
}

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isFlag = (value: unknown): boolean => typeof value === 'boolean'
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText)
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isWhole =
  (least: number, most = Number.MAX_SAFE_INTEGER) =>
  (value: unknown) =>
    Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most

const isPort = isWhole(0, 65_535)
// A timer takes no more: it would fire at once.
const isTime = isWhole(1, 2 ** 31 - 1)
const readNumber = (text: string): unknown => (/^\d+$/.test(text) ? Number(text) : text)

const number = (check: Setting['check'], expected: string, env?: string): Setting => ({
  check,
  expected,
  read: readNumber,
  ...(env === undefined ? {} : { env }),
})

const oneOf = (...names: readonly string[]): Setting => ({
  check: (value) => names.includes(value as string),
  expected: names.map((name) => `"${name}"`).join(' or '),
})

const secret = (env: string): Setting => ({
  check: (value) => isText(value) && value.length >= 16,
  expected: 'a secret text of 16 characters or more, such as `openssl rand -hex 32` prints',
  env,
  secret: true,
})

function isLocale(value: unknown): boolean {
  try {
    return isText(value) && Intl.DateTimeFormat.supportedLocalesOf(value).length === 1
  } catch {
    return false
  }
}

function isTimeZone(value: unknown): boolean {
  try {
    return isText(value) && new Intl.DateTimeFormat('en-US', { timeZone: value }) !== undefined
  } catch {
    return false
  }
}

/** The origin of a text that is one, with or without a slash at its end. */
export function originOf(text: unknown): string | undefined {
  if (!isText(text) || !URL.canParse(text)) return undefined
  const { protocol, origin } = new URL(text)
  return /^https?:$/.test(protocol) && origin === text.replace(/\/$/, '') ? origin : undefined
}

const SETTINGS: Readonly<Record<keyof Config, Setting>> = {
  origin: {
    check: (value) => originOf(value) !== undefined,
    expected: 'a scheme, a host and maybe a port, such as "https://example.com"',
    env: 'ORIGIN',
  },
  pages: {
    check: (value) => isRecord(value) && Object.keys(value).length > 0,
    expected: 'a record of pages by path, such as { "/": { shell, app } }',
  },
  hosts: { check: isTexts, expected: 'a list of hosts, such as ["example.com", "10.0.0.1:8080"]' },
  assets: { check: isText, expected: 'a directory, such as "dist/client"' },
  base: {
    check: (value) => isText(value) && /^\/(?:[^?#\s]*\/)?$/.test(value),
    expected: 'a path that begins and ends with "/", such as "/docs/"',
  },
  followLinks: { check: isFlag, expected: 'true or false' },
  snapshots: {
    check: (value) => isText(value) && (isBucketUrl(value) || !/^s3:/.test(value)),
    expected: 'the folder or bucket, such as "s3://bucket", that `hashbang export` writes to',
  },
  port: number(isPort, 'a port from 0 to 65535, such as 3000', 'PORT'),
  host: { check: isText, expected: 'an address of this machine, such as "127.0.0.1"', env: 'HOST' },
  workers: number(isWhole(1, 1024), 'a number of workers from 1 to 1024, such as 2', 'WORKERS'),
  isolation: { ...oneOf('thread', 'process'), env: 'ISOLATION' },
  startDeadline: number(isTime, 'a time in ms, such as 30000'),
  deadline: number(isTime, 'a time in ms, such as 5000'),
  queue: number(isWhole(1), 'a number of snapshots, such as 100'),
  locale: {
    check: isLocale,
    expected: 'a language tag that Node knows, such as "en-US" or "de-DE"',
    env: 'LOCALE',
  },
  timeZone: {
    check: isTimeZone,
    expected: 'a time zone that Node knows, such as "UTC" or "Europe/Berlin"',
    env: 'TIME_ZONE',
  },
  allowFetch: {
    check: (value) => Array.isArray(value) && value.every((one) => originOf(one) === one),
    expected: 'a list of origins, such as ["https://api.example.com"]',
  },
  kept: { check: isTexts, expected: 'a list of packages, such as ["d3"]' },
  maxAge: number(isWhole(0), 'a time in ms, such as 60000'),
  staleFor: number(isWhole(0), 'a time in ms, such as 3600000'),
  cacheBytes: number(isWhole(0), 'a number of bytes, such as 67108864', 'CACHE_BYTES'),
  snapshotBytes: number(isWhole(1), 'a number of bytes, such as 4194304'),
  engines: { check: isText, expected: 'the file that `hashbang adopt --check` has written' },
  chromium: number(isWhole(0, 64), 'a number of pages from 0 to 64, such as 2'),
  sandbox: { check: isFlag, expected: 'true or false' },
  strict: { check: isFlag, expected: 'true or false' },
  watch: {
    check: (value) => typeof value === 'number' && value >= 0 && value <= 1,
    expected: 'a share from 0 to 1, such as 0.01',
    read: (text) => (/^\d*\.?\d+$/.test(text) ? Number(text) : text),
  },
  redis: {
    check: (value) => isText(value) && /^rediss?:\/\/./.test(value) && URL.canParse(value),
    expected: 'the URL of a Redis, such as "redis://localhost:6379"',
    env: 'REDIS_URL',
    // It may hold a password.
    secret: true,
  },
  redisKey: secret('REDIS_KEY'),
  purgeToken: {
    ...secret('PURGE_TOKEN'),
    check: (value) => isText(value) && value.length >= 16 && isToken(value),
    expected:
      'a secret text of 16 ASCII characters or more, without a space at an end, such as `openssl rand -hex 32` prints',
  },
  cdn: {
    check: (value) => isRecord(value) && isText(value.name) && typeof value.purge === 'function',
    expected: 'the CDN before the server, such as fastly() or cloudflare()',
  },
  build: { check: isText, expected: 'text that is another for every build, such as a commit' },
  logLevel: {
    check: (value) => LEVELS.includes(value as string),
    expected: `one of ${LEVELS.join(', ')}`,
    env: 'LOG_LEVEL',
  },
  serverTiming: { check: isFlag, expected: 'true or false' },
  readers: { check: isFlag, expected: 'true or false' },
  tracing: { check: isFlag, expected: 'true or false' },
  metrics: {
    check: (value) => isPort(value) || (isText(value) && isOwnPath(value)),
    expected: 'a port, such as 9090, or a path of its own that begins with "/", such as "/metrics"',
    read: readNumber,
  },
  grace: number(isTime, 'a time in ms, such as 10000'),
  keepAlive: number(isTime, 'a time in ms, such as 5000'),
  writeTimeout: number(isTime, 'a time in ms, such as 30000'),
}

/** Names of settings that the environment may give, as `[variable, setting]`. */
export const VARIABLES = Object.entries(SETTINGS).flatMap(([name, { env }]) =>
  env === undefined ? [] : [[env, name] as const],
)

/**
 * Checks settings.
 *
 * @param source Where they are from, such as a file: it opens the error's message.
 * @throws {ConfigError} When one of them cannot be used; lists all that cannot.
 */
export function checkSettings(values: Readonly<Record<string, unknown>>, source: string): Config {
  const faults = Object.entries(values).flatMap(([name, value]) => faultsOf(name, value))
  for (const name of ['origin', 'pages'] as const) {
    if (values[name] === undefined)
      faults.push(
        `"${name}" is missing: it must be ${SETTINGS[name].expected}${name === 'origin' ? ' (ORIGIN gives it, too)' : ''}`,
      )
  }
  if (faults.length > 0) throw new ConfigError(diagnosis('HB109', source, faults))
  return { ...(values as unknown as Config), origin: originOf(values.origin) as string }
}

/**
 * Makes the values of settings that were given as text.
 *
 * @param texts Settings by name; undefined ones are left out.
 * @param called How the operator calls a setting there, such as `--port`.
 * @throws {ConfigError} When a text is not what the setting needs.
 */
export function readSettings(
  texts: Readonly<Record<string, string | undefined>>,
  called: (name: string) => string,
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, text] of Object.entries(texts)) {
    const setting = SETTINGS[name as keyof Config]
    if (text === undefined || setting === undefined) continue
    const value = setting.read ? setting.read(text) : text
    if (!setting.check(value)) {
      const shown = setting.secret ? '(not shown)' : show(text)
      throw new ConfigError(`${called(name)} is ${shown}: it must be ${setting.expected}`)
    }
    values[name] = value
  }
  return values
}

function faultsOf(name: string, value: unknown): string[] {
  if (!Object.hasOwn(SETTINGS, name)) {
    return [`"${name}" is no setting: there are ${Object.keys(SETTINGS).join(', ')}`]
  }
  if (value === undefined) return []
  const { check, expected, secret } = SETTINGS[name as keyof Config]
  if (!check(value)) {
    return [`"${name}" is ${secret ? '(not shown)' : show(value)}: it must be ${expected}`]
  }
  if (name !== 'pages') return []
  const pages = value as Readonly<Record<string, unknown>>
  return [...Object.entries(pages).flatMap(pageFaults), ...readableFaults(pages)]
}

const show = (value: unknown): string =>
  typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? String(value))
