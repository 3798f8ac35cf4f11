// Reads and writes `hashbang.engines.json`: the proven engine of each group of states, one line a
// group. `hashbang adopt --check` writes it; keep it with the sources.

import { readFile } from 'node:fs/promises'
import { ConfigError } from '../../site/settings.ts'

/** Our own engine, a real browser, or `app`: the app itself is served, which needs script. */
export const ENGINES = ['happy-dom', 'chromium', 'app'] as const

export type Engine = (typeof ENGINES)[number]

export interface EngineGroup {
  readonly engine: Engine
  readonly states: number
  /** The first difference of our engine; for people. */
  readonly why?: string
}

/** Groups by their names: see `groupOf`. */
export type EngineGroups = ReadonlyMap<string, EngineGroup>

const VERSION = 1

const FIX = 'Let `hashbang adopt --check` write it anew'

export function writeEngines(groups: EngineGroups): string {
  const sorted = [...groups].sort(([one], [other]) => (one < other ? -1 : 1))
  const lines = sorted.map(
    ([name, { engine, states, why }]) =>
      `    ${JSON.stringify(name)}: ${JSON.stringify({ engine, states, why })}`,
  )
  const body = lines.length > 0 ? `\n${lines.join(',\n')}\n  ` : ''
  return `{\n  "version": ${VERSION},\n  "groups": {${body}}\n}\n`
}

/** @param file For the message. @throws {ConfigError} If the text is invalid. */
export function parseEngines(text: string, file: string): EngineGroups {
  const refuse = (what: string): never => {
    throw new ConfigError(`${file} cannot be used: ${what}. ${FIX}`)
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return refuse(`it is no JSON (${(error as Error).message})`)
  }
  if (!isRecord(value)) return refuse(`it holds ${show(value)} in the place of an object`)
  if (value.version !== VERSION) {
    return refuse(`"version" is ${show(value.version)}: it must be ${VERSION}`)
  }
  if (!isRecord(value.groups)) {
    return refuse(`"groups" is ${show(value.groups)}: it must be an object`)
  }
  const unknown = Object.keys(value).find((name) => name !== 'version' && name !== 'groups')
  if (unknown !== undefined) return refuse(`"${unknown}" is nothing that it holds`)
  const groups = new Map<string, EngineGroup>()
  for (const [name, group] of Object.entries(value.groups)) {
    const fault = faultOf(name, group)
    if (fault !== undefined) return refuse(`the group ${show(name)}: ${fault}`)
    groups.set(name, group as EngineGroup)
  }
  return groups
}

/** @returns Undefined if there is no file. @throws {ConfigError} If it cannot be used. */
export async function readEngines(file: string): Promise<EngineGroups | undefined> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new ConfigError(`${file} cannot be read: ${(error as Error).message}. ${FIX}`)
  }
  return parseEngines(text, file)
}

function faultOf(name: string, group: unknown): string | undefined {
  if (!/^\/[^#?\s]*#(?:.*\*)?$/s.test(name))
    return 'its name must be the path of a page, "#", and states such as "/phones/*"'
  if (!isRecord(group)) return `it is ${show(group)}: it must be an object`
  const { engine, states, why, ...rest } = group
  const [other] = Object.keys(rest)
  if (other !== undefined) return `"${other}" is nothing that a group has`
  if (!ENGINES.includes(engine as Engine)) {
    return `"engine" is ${show(engine)}: it must be one of ${ENGINES.map((one) => `"${one}"`).join(', ')}`
  }
  if (!Number.isSafeInteger(states) || (states as number) < 0) {
    return `"states" is ${show(states)}: it must be how many were compared`
  }
  if (why !== undefined && typeof why !== 'string') return `"why" is ${show(why)}: it must be text`
  return undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const show = (value: unknown): string => (JSON.stringify(value) ?? String(value)).slice(0, 100)
