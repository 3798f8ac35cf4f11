// What each setting may be, once: for the config file, the environment and the command line.
// In: values of the operator's. Out: a checked configuration, or one error that lists every fault with
// the setting, the value and the fix.

import type { Config } from '../config.ts'

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
}

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
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
  snapshots: { check: isText, expected: 'the directory that `hashbang export` writes to' },
  port: number(isPort, 'a port from 0 to 65535, such as 3000', 'PORT'),
  host: { check: isText, expected: 'an address of this machine, such as "127.0.0.1"', env: 'HOST' },
  workers: number(isWhole(1, 1024), 'a number of threads from 1 to 1024, such as 2', 'WORKERS'),
  deadline: number(isTime, 'a time in ms, such as 5000'),
  queue: number(isWhole(1), 'a number of snapshots, such as 100'),
  allowFetch: {
    check: (value) => Array.isArray(value) && value.every((one) => originOf(one) === one),
    expected: 'a list of origins, such as ["https://api.example.com"]',
  },
  maxAge: number(isWhole(0), 'a time in ms, such as 60000'),
  staleFor: number(isWhole(0), 'a time in ms, such as 3600000'),
  cacheBytes: number(isWhole(0), 'a number of bytes, such as 67108864', 'CACHE_BYTES'),
  snapshotBytes: number(isWhole(1), 'a number of bytes, such as 4194304'),
  redis: {
    check: (value) => isText(value) && /^rediss?:\/\/./.test(value),
    expected: 'the URL of a Redis, such as "redis://localhost:6379"',
    env: 'REDIS_URL',
  },
  build: { check: isText, expected: 'text that is another for every build, such as a commit' },
  logLevel: {
    check: (value) => LEVELS.includes(value as string),
    expected: `one of ${LEVELS.join(', ')}`,
    env: 'LOG_LEVEL',
  },
  metrics: {
    check: (value) => isPort(value) || (isText(value) && value.startsWith('/')),
    expected: 'a port, such as 9090, or a path that begins with "/"',
    read: readNumber,
  },
  grace: number(isTime, 'a time in ms, such as 10000'),
  keepAlive: number(isTime, 'a time in ms, such as 5000'),
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
      faults.push(`"${name}" is missing: it must be ${SETTINGS[name].expected}`)
  }
  if (faults.length > 0) {
    throw new ConfigError(
      `Cannot use ${source}:\n${faults.map((fault) => `- ${fault}`).join('\n')}`,
    )
  }
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
      throw new ConfigError(`${called(name)} is ${show(text)}: it must be ${setting.expected}`)
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
  const { check, expected } = SETTINGS[name as keyof Config]
  if (!check(value)) return [`"${name}" is ${show(value)}: it must be ${expected}`]
  return name === 'pages' ? Object.entries(value as object).flatMap(pageFaults) : []
}

const PAGE_SETTINGS: Readonly<Record<string, Setting>> = {
  shell: { check: isText, expected: 'the file of the built index.html' },
  app: { check: isText, expected: 'the file of the built app module' },
  query: {
    check: (value) => value === undefined || isTexts(value),
    expected: 'a list of names of parameters, such as ["lang"]',
  },
  everyone: {
    check: (value) => value === undefined || typeof value === 'boolean',
    expected: 'true or false',
  },
}

function pageFaults([path, page]: [string, unknown]): string[] {
  const called = `"pages" of "${path}"`
  if (!/^\/[^?#\s]*$/.test(path)) {
    return [`${called}: the path must begin with "/" and have no query, such as "/" or "/a.html"`]
  }
  if (!isRecord(page)) return [`${called} is ${show(page)}: it must be { shell, app }`]
  const unknown = Object.keys(page).filter((name) => !Object.hasOwn(PAGE_SETTINGS, name))
  return [
    ...unknown.map((name) => `${called}: "${name}" is no setting of a page`),
    ...Object.entries(PAGE_SETTINGS).flatMap(([name, { check, expected }]) =>
      check(page[name])
        ? []
        : [`${called}: "${name}" is ${show(page[name])}: it must be ${expected}`],
    ),
  ]
}

const show = (value: unknown): string => JSON.stringify(value) ?? String(value)
