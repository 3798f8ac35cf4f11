// Marks when a run began, by the clock of the folder's disk: the files that the run has written or
// checked are newer. The next run of the same name continues it.
//   .hashbang-export-1-4.json    the run, and its empty file whose time is the beginning. In a copy
//   .hashbang-<UUID>.time        of the folder that file has another number and time.

import { randomUUID } from 'node:crypto'
import { chmod, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Shard } from './shard.ts'
import { writeWhole } from './write-whole.ts'

/** Identifies a run. */
export interface Generation {
  /** Default: no run continues it. */
  readonly run?: string | undefined
  readonly build: string
  readonly origin: string
}

export interface RunMarker {
  /** When the run began, in ms of the disk's clock. */
  readonly since: number
  readonly isResumed: boolean
  /** When this process began, which is later. */
  readonly opened: number
  /** Whether a change of permissions is a change by that clock, as on all but some disks. */
  readonly countsModes: boolean
  /** The disk's time. */
  now(): Promise<number>
  remove(): Promise<void>
}

/** @param form What is written. @throws The file system's error. */
export async function openRunMarker(
  folder: string,
  { index, count }: Shard,
  { run, build, origin }: Generation,
  form: string,
): Promise<RunMarker> {
  const facts = join(folder, `.hashbang-export-${index}-${count}.json`)
  const factsOf = async (file: string) => {
    const { ino, ctimeMs } = await stat(join(folder, file))
    return { text: JSON.stringify({ file, ino, ctimeMs, run, build, origin, form }), ctimeMs }
  }
  const remove = async (file: string) => {
    for (const name of [facts, join(folder, file)]) await rm(name, { force: true })
  }
  const now = async () => {
    const probe = join(folder, `.hashbang-${randomUUID()}.tmp`)
    await writeFile(probe, '')
    const { ctimeMs } = await stat(probe)
    await rm(probe, { force: true })
    return ctimeMs
  }
  const text = await readFile(facts, 'utf8').catch(() => '')
  const [, old] = /^\{"file":"(\.hashbang-[\w-]+\.time)"/.exec(text) ?? []
  const left = old ? await factsOf(old).catch(() => undefined) : undefined
  const isResumed = run !== undefined && left?.text === text
  if (old && !isResumed) await remove(old)
  const file = isResumed && old ? old : `.hashbang-${randomUUID()}.time`
  if (!isResumed) await writeFile(join(folder, file), '')
  const made = await factsOf(file)
  if (!isResumed) await writeWhole(facts, Buffer.from(made.text))
  const since = made.ctimeMs
  const before = (await stat(facts)).ctimeMs
  // Clocks of disks go on in steps of some ms, or of a second.
  let opened = await now()
  for (; opened <= Math.max(since, before); opened = await now()) await setTimeout(1)
  await chmod(facts, 0o644)
  const countsModes = (await stat(facts)).ctimeMs > before
  return { since, isResumed, opened, countsModes, now, remove: () => remove(file) }
}
