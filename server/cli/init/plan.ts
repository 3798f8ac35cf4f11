// Describes and writes the files of `hashbang init`.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Framework } from './frameworks.ts'

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
  readonly commands: readonly string[]
}

export interface Written {
  readonly created: readonly string[]
  readonly changed: readonly string[]
  readonly kept: readonly string[]
}

export function writePlan(folder: string, plan: Plan): Written {
  const isThere = (path: string) => existsSync(join(folder, path))
  const kept = Object.keys(plan.created).filter(isThere)
  const created = Object.keys(plan.created).filter((path) => !kept.includes(path))
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const changes = Object.keys(plan.changed)
  const isNew = new Set(changes.filter((path) => !isThere(path)))
  for (const path of created) write(path, plan.created[path] ?? '')
  for (const [path, text] of Object.entries(plan.changed)) write(path, text)
  return {
    created: [...isNew, ...created],
    changed: changes.filter((path) => !isNew.has(path)),
    kept,
  }
}

/** The message for a file that `init` cannot change. */
export const unplaced = (path: string, call: string): string =>
  `${path} has no place that init knows. Add it yourself: import { hashbang } from 'hashbang-router/vite', and ${call} as the last of its plugins.`

export const packageManager = (agent = process.env.npm_config_user_agent ?? ''): string =>
  /^(?:npm|pnpm|yarn|bun)(?=\/)/.exec(agent)?.[0] ?? 'npm'
