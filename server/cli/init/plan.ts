// Describes and writes the files of `hashbang init`.

import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { UsageError } from '../terminal.ts'
import type { Framework } from './frameworks.ts'
import type { ProjectFile } from './project.ts'

/** Vite's default. Vite takes the next port if another program has this one. */
export const DEV_ORIGIN = 'http://localhost:5173'

export interface Choices {
  readonly isAdopted: boolean
  readonly framework: Framework
  /** The prefix of readable addresses; undefined: none. */
  readonly readable: string | undefined
}

export interface Plan {
  /** Files to write only if they do not exist. */
  readonly created: Readonly<Record<string, string>>
  /** Files to write in any case. */
  readonly changed: Readonly<Record<string, string>>
  readonly notes: readonly string[]
  /** To do by hand, before the commands. */
  readonly steps: readonly string[]
  readonly commands: readonly string[]
}

/** @throws {UsageError} Before it writes anything, if one of the files cannot be written. */
export function writePlan(folder: string, plan: Plan) {
  const isThere = (path: string) => existsSync(join(folder, path))
  const kept = Object.keys(plan.created).filter(isThere)
  const created = Object.keys(plan.created).filter((path) => !kept.includes(path))
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const changes = Object.keys(plan.changed).filter(
    (path) => !isThere(path) || readFileSync(join(folder, path), 'utf8') !== plan.changed[path],
  )
  for (const path of [...created, ...changes]) checkWritable(folder, path)
  const isNew = new Set(changes.filter((path) => !isThere(path)))
  for (const path of created) write(path, plan.created[path] ?? '')
  // The configuration comes last: once it has the plugin, init does not run again.
  const rank = (path: string) => Number(path.startsWith('vite.config'))
  for (const path of changes.toSorted((one, other) => rank(one) - rank(other)))
    write(path, plan.changed[path] ?? '')
  return {
    created: [...isNew, ...created],
    changed: changes.filter((path) => !isNew.has(path)),
    kept,
  }
}

function checkWritable(folder: string, path: string): void {
  const whole = join(folder, path)
  const place = existsSync(whole) ? whole : nearestFolder(dirname(whole))
  if (place !== whole && !statSync(place).isDirectory())
    throw new UsageError(
      `Cannot write ${whole}: ${place} is a file. Move it away, and run init again. Nothing was written`,
    )
  try {
    accessSync(place, constants.W_OK)
  } catch {
    throw new UsageError(
      `Cannot write ${whole}: ${place} is read-only. Change its permissions, and run init again. Nothing was written`,
    )
  }
}

const nearestFolder = (folder: string): string =>
  existsSync(folder) ? folder : nearestFolder(dirname(folder))

/** The step for a configuration that `init` cannot change. */
export const unplaced = ({ path, text }: ProjectFile, call: string): string => {
  const isCommonJs = /\bmodule\.exports\b/.test(text)
  const load = isCommonJs
    ? `const { hashbang } = require('hashbang-router/vite')`
    : `import { hashbang } from 'hashbang-router/vite'`
  return `${path} has a form that init does not know, so it is unchanged. Add two things to it:
  ${load}
  ${call}, as the last of its plugins`
}

const LOCKS = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
] as const

/** The one that installed the project, else the one that runs this command. */
export const packageManager = (
  folder: string,
  agent = process.env.npm_config_user_agent ?? '',
): string =>
  LOCKS.find(([file]) => existsSync(join(folder, file)))?.[1] ??
  /^(?:npm|pnpm|yarn|bun)(?=\/)/.exec(agent)?.[0] ??
  'npm'
