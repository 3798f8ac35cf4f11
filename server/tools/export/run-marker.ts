// Marks when an export began, by the clock of the folder's disk: files that it wrote or checked are
// newer. The next run of the same name continues it. The exporter calls it.

import { randomUUID } from 'node:crypto'
import type { Stats } from 'node:fs'
import { type FileHandle, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Shard } from './shard.ts'
import { writeAtomic } from './write-files.ts'

export interface RunIdentity {
  /** Default: no run continues it. */
  readonly run?: string | undefined
  readonly build: string
  readonly origin: string
}

export type RunMarker = Awaited<ReturnType<typeof openRunMarker>>

/**
 * Writes two files: `.hashbang-export-1-4.time` is empty, and its time is the beginning;
 * `.hashbang-export-1-4.json` holds the run, and inode and time of the other, which a copy lacks.
 *
 * @throws The file system's error.
 */
export async function openRunMarker(
  folder: string,
  { index, count }: Shard,
  { run, build, origin }: RunIdentity,
  form: string,
) {
  const name = join(folder, `.hashbang-export-${index}-${count}`)
  const facts = `${name}.json`
  const time = `${name}.time`
  const factsOf = ({ ino, ctimeMs }: Stats) =>
    JSON.stringify({ ino, ctimeMs, run, build, origin, form })
  const withFile = async <T>(work: (file: FileHandle, path: string) => Promise<T>) => {
    const path = join(folder, `.hashbang-${randomUUID()}.tmp`)
    const file = await open(path, 'wx')
    try {
      return await work(file, path)
    } finally {
      await file.close()
      await rm(path, { force: true })
    }
  }
  const now = () => withFile(async (file) => (await file.stat()).ctimeMs)
  const old = await stat(time).catch(() => undefined)
  const oldFacts = await readFile(facts, 'utf8').catch(() => undefined)
  const isResumed = run !== undefined && old !== undefined && factsOf(old) === oldFacts
  const marker = isResumed
    ? old
    : await withFile(async (file, path) => {
        await rename(path, time)
        return file.stat()
      })
  if (!isResumed) await writeAtomic(facts, Buffer.from(factsOf(marker)))
  let opened = 0
  /** Whether `chmod` updates the time, as on most disks. */
  const countsModes = await withFile(async (file) => {
    const before = (await file.stat()).ctimeMs
    // The clock of a disk can have steps of a second.
    while (opened <= Math.max(before, marker.ctimeMs)) {
      await setTimeout(1)
      opened = await now()
    }
    await file.chmod(0o644)
    return (await file.stat()).ctimeMs > before
  })
  const remove = async () => {
    for (const path of [facts, time]) await rm(path, { force: true })
  }
  /** When the run began, in ms of the disk's clock. */
  const since = marker.ctimeMs
  return { since, isResumed, opened, countsModes, now, remove }
}
