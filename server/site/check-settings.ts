// Checks settings by the rules of `setting-rules.ts`. The configuration, commands and the server
// call it. One error lists every invalid setting.

import { meant } from '../../src/closest.ts'
import { diagnosis } from '../diagnostics/diagnosis.ts'
import type { Config } from './config.ts'
import {
  ADOPTED_PAGE,
  isRecord,
  originOf,
  SETTINGS,
  type SettingName,
  TABLE_PAGE,
} from './setting-rules.ts'

/** The configuration is invalid. The message names the setting, the value and the fix. */
export class ConfigError extends TypeError {
  override name = 'ConfigError'
}

const GROUPS: ReadonlySet<string> = new Set(
  Object.keys(SETTINGS).flatMap((name) => (name.includes('.') ? [name.replace(/\..*/, '')] : [])),
)

/** Merges settings, and groups member by member. Later ones win. */
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
 * @param source Opens the message, such as a file.
 * @param without Settings that do not apply, with the reason.
 * @param originFrom Other places for the origin, as the end of a sentence.
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

/** Members of a group by full name. */
const namedValues = (values: Readonly<Record<string, unknown>>): [string, unknown][] =>
  Object.entries(values).flatMap(([name, value]) =>
    GROUPS.has(name) && isRecord(value)
      ? Object.entries(value).map(([member, one]): [string, unknown] => [`${name}.${member}`, one])
      : [[name, value]],
  )

/**
 * @param called The operator's name of a setting, such as `--port`.
 * @throws {ConfigError} Has a line for each invalid setting.
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
 * @param which Matches names of settings.
 * @throws {ConfigError} When a variable is empty or invalid.
 */
export function readVariables(which: RegExp): Readonly<Record<string, unknown>> {
  const variables = Object.entries(SETTINGS).flatMap(([name, { env }]) =>
    env !== undefined && which.test(name) ? [[name, env] as const] : [],
  )
  const variableOf = new Map<string, string>(variables)
  return readSettings(
    Object.fromEntries(variables.map(([name, env]) => [name, process.env[env]])),
    (name) => variableOf.get(name) as string,
  )
}

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
  if (!check(value))
    return [`"${name}" is ${secret ? HIDDEN : show(value)}: it must be ${expected}`]
  if (name !== 'pages') return []
  const pages = value as Readonly<Record<string, unknown>>
  return [...Object.entries(pages).flatMap(pageFaults), ...readableFaults(pages)]
}

/** Replaces a secret in messages. */
const HIDDEN = '(not shown)'

const show = (value: unknown): string =>
  typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? String(value))

/** Whether a path decodes, and has no dot segments. */
function isPath(path: string): boolean {
  try {
    return /^\/[^?#\s]*$/.test(path) && !/(?:^|\/)\.{1,2}(?:\/|$)/.test(decodeURIComponent(path))
  } catch {
    return false
  }
}

/** Readable addresses that two pages share. */
function readableFaults(pages: Readonly<Record<string, unknown>>): string[] {
  const taken = new Map(Object.keys(pages).map((path) => [path, path]))
  return Object.entries(pages).flatMap(([path, page]) => {
    const { readable } = (page as { readonly readable?: unknown } | null) ?? {}
    const prefix = isRecord(readable) ? readable.prefix : readable
    if (typeof prefix !== 'string') return []
    const other = taken.get(prefix)
    taken.set(prefix, path)
    return other === undefined
      ? []
      : [
          `"pages" of "${path}": "readable" is "${prefix}", where the page "${other}" is: give each its own`,
        ]
  })
}

/** A page has a shell and an app module, or a site. */
function pageFaults([path, page]: [string, unknown]): string[] {
  const called = `"pages" of "${path}"`
  if (!isPath(path))
    return [
      `${called}: the path must begin with "/", decode, and have no query and no "..", such as "/" or "/a.html"`,
    ]
  if (!isRecord(page))
    return [`${called} is ${JSON.stringify(page)}: it must be { shell, app } or { site }`]
  const settings = 'site' in page ? ADOPTED_PAGE : TABLE_PAGE
  const unknown = Object.keys(page).filter((name) => !Object.hasOwn(settings, name))
  return [
    ...unknown.map(
      (name) => `${called}: "${name}" is no setting of a page${meant(name, Object.keys(settings))}`,
    ),
    ...Object.entries(settings).flatMap(([name, { check, expected, isRequired }]) =>
      check(page[name]) || (page[name] === undefined && !isRequired)
        ? []
        : [`${called}: "${name}" is ${JSON.stringify(page[name])}: it must be ${expected}`],
    ),
  ]
}
