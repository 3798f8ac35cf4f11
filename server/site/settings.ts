// Checks settings from the config file, the environment, the command line or a call. One error
// lists every invalid setting with its value and its rule.

import { meant } from '../../src/closest.ts'
import { diagnosis } from '../diagnostics/diagnostics.ts'
import type { Config } from './config.ts'
import { pageFaults, readableFaults } from './page-settings.ts'
import { isRecord, originOf, SETTINGS, type SettingName } from './setting-table.ts'

/**
 * The operator's configuration cannot be used; the message names the setting, the value and the
 * fix.
 */
export class ConfigError extends TypeError {
  override name = 'ConfigError'
}

const GROUPS: ReadonlySet<string> = new Set(
  Object.keys(SETTINGS).flatMap((name) => (name.includes('.') ? [name.replace(/\..*/, '')] : [])),
)

/** Merges settings, the later ones over the earlier ones; groups member by member. */
export function mergeSettings(
  ...all: readonly (object | undefined)[]
): Readonly<Record<string, unknown>> {
  const merged: Record<string, unknown> = {}
  for (const settings of all)
    for (const [name, value] of Object.entries(settings ?? {})) {
      const before = merged[name]
      merged[name] =
        GROUPS.has(name) && isRecord(value) && isRecord(before) ? { ...before, ...value } : value
    }
  return merged
}

/**
 * Checks settings.
 *
 * @param source Where they are from, such as a file: it opens the error's message.
 * @param without Settings that have no meaning there, each with why.
 * @param originFrom Where else the origin may be set, as the end of a sentence.
 * @throws {ConfigError} When one of them cannot be used; lists all that cannot.
 */
export function checkSettings(
  values: Readonly<Record<string, unknown>>,
  source: string,
  without: Partial<Readonly<Record<SettingName, string>>> = {},
  originFrom = '',
): Config {
  const faults = namedValues(values).flatMap(([name, value]) => {
    const why = value === undefined ? undefined : without[name as SettingName]
    return why === undefined ? faultsOf(name, value) : [`"${name}" is ${show(value)}: ${why}`]
  })
  for (const name of Object.keys(values).filter((one) => one.includes('.') && one in SETTINGS))
    faults.push(`"${name}" is the name of a member: write ${name.replace('.', ': { ')}: … }`)
  for (const name of ['origin', 'pages'] as const) {
    if (values[name] === undefined)
      faults.push(
        `"${name}" is missing: it must be ${SETTINGS[name].expected}${name === 'origin' ? originFrom : PAGES_FROM}`,
      )
  }
  if (isRecord(values.redis) && values.redis.url === undefined)
    faults.push(
      `"redis.url" is missing: it must be ${SETTINGS['redis.url'].expected}. Leave out "redis" to run without one`,
    )
  if (faults.length > 0) throw new ConfigError(diagnosis('HB109', source, faults))
  return { ...(values as unknown as Config), origin: originOf(values.origin) as string }
}

const PAGES_FROM = '. The plugin of hashbang-router/vite writes them: run vite build'

/** Each setting with its value; members of a group by full name. */
const namedValues = (values: Readonly<Record<string, unknown>>): [string, unknown][] =>
  Object.entries(values).flatMap(([name, value]) =>
    GROUPS.has(name) && isRecord(value)
      ? Object.entries(value).map(([member, one]): [string, unknown] => [`${name}.${member}`, one])
      : [[name, value]],
  )

/**
 * Parses settings from text.
 *
 * @param texts Settings by their whole names; undefined ones are left out.
 * @param called How the operator calls a setting there, such as `--port`.
 * @throws {ConfigError} When a text is not what the setting needs; a line for each.
 */
export function readSettings(
  texts: Readonly<Partial<Record<SettingName, string | undefined>>>,
  called: (name: SettingName) => string,
): Readonly<Record<string, unknown>> {
  const faults: string[] = []
  const read = Object.entries(texts).flatMap(([key, text]) => {
    if (text === undefined) return []
    const name = key as SettingName
    const { read, check, secret, expected } = SETTINGS[name]
    const value = read ? read(text) : text
    if (text === '') faults.push(`${called(name)} is empty: leave it out, or set ${expected}`)
    else if (!check(value))
      faults.push(`${called(name)} is ${secret ? HIDDEN : show(text)}: it must be ${expected}`)
    const [group = '', member] = name.split('.')
    return [{ [group]: member === undefined ? value : { [member]: value } }]
  })
  if (faults.length > 0) throw new ConfigError(faults.join('\n'))
  return mergeSettings(...read)
}

/**
 * Reads settings from the environment.
 *
 * @param which Names of the settings.
 * @throws {ConfigError} When a variable is empty, or not what its setting needs.
 */
export function readVariables(which: RegExp): Readonly<Record<string, unknown>> {
  const places = Object.entries(SETTINGS).flatMap(([name, { env }]) =>
    env !== undefined && which.test(name) ? [[name, env] as const] : [],
  )
  const variableOf = new Map<string, string>(places)
  return readSettings(
    Object.fromEntries(places.map(([name, env]) => [name, process.env[env]])),
    (name) => variableOf.get(name) as string,
  )
}

/** Lists the faults of settings, wherever they are from. */
export const settingFaults = (values: Readonly<Record<string, unknown>>): string[] =>
  namedValues(values).flatMap(([name, value]) => faultsOf(name, value))

function faultsOf(name: string, value: unknown): string[] {
  if (value === undefined) return []
  if (GROUPS.has(name)) {
    const members = Object.entries(SETTINGS).filter(([one]) => one.startsWith(`${name}.`))
    const example = `${members[0]?.[0].replace('.', ': { ')} }`
    const shown = members.some(([, { secret }]) => secret) ? HIDDEN : show(value)
    return [`"${name}" is ${shown}: it must be a group of settings, such as ${example}`]
  }
  if (!Object.hasOwn(SETTINGS, name))
    return [`"${name}" is no setting${meant(name, Object.keys(SETTINGS))}`]
  const { check, expected, secret } = SETTINGS[name as SettingName]
  if (!check(value)) {
    return [`"${name}" is ${secret ? HIDDEN : show(value)}: it must be ${expected}`]
  }
  if (name !== 'pages') return []
  const pages = value as Readonly<Record<string, unknown>>
  return [...Object.entries(pages).flatMap(pageFaults), ...readableFaults(pages)]
}

/** In the place of a secret. */
const HIDDEN = '(not shown)'

const show = (value: unknown): string =>
  typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? String(value))
