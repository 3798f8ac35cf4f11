// Writes the files of a plan.

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
import type { Texts } from './template.ts'

export interface PlannedFiles {
  /** Files that are written only if they do not exist. */
  readonly created: Texts
  /** Files that are written in any case. */
  readonly changed: Texts
}

/** @throws {UsageError} Before it writes anything, if one of the files cannot be written. */
export function writeFiles(folder: string, plan: PlannedFiles) {
  const isThere = (path: string) => existsSync(join(folder, path))
  const kept = Object.keys(plan.created).filter(isThere)
  const changed = Object.keys(plan.changed).filter(
    (path) => isThere(path) && readFileSync(join(folder, path), 'utf8') !== plan.changed[path],
  )
  const created = Object.keys({ ...plan.changed, ...plan.created }).filter((path) => !isThere(path))
  // The configuration comes last: once it has the plugin, init does not run again.
  const rank = (path: string) => Number(path.startsWith('vite.config'))
  const written = [...created, ...changed].toSorted((one, other) => rank(one) - rank(other))
  for (const path of written) checkWritable(join(folder, path))
  for (const path of written) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), plan.changed[path] ?? plan.created[path] ?? '')
  }
  return { created, changed, kept }
}

function checkWritable(file: string): void {
  const place = existing(file)
  const refuse = (problem: string, remedy: string) => {
    throw new UsageError(
      `Cannot write ${file}: ${place} is ${problem}. ${remedy}, and run init again. Nothing was written`,
    )
  }
  if (place !== file && !statSync(place).isDirectory()) refuse('a file', 'Move it away')
  try {
    accessSync(place, constants.W_OK)
  } catch {
    refuse('read-only', 'Change its permissions')
  }
}

/** The path itself, or the nearest folder above it that exists. */
const existing = (path: string): string => (existsSync(path) ? path : existing(dirname(path)))
