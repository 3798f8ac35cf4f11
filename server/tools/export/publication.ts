// Changes files of a folder all at once: one rename turns the staged files and a plan into
// .export/commit, then each file moves into place, the list last. After a crash, the next opening
// finishes the moves. Files outside of the list are never replaced.
//   .export/lock             the current writer
//   .export/work/…           files/… of the run under way, old/… of a stopped run, the journal
//   .export/scratch/…        temporary files of a run
//   .export/commit/…         files/… of a finished run, plan.json, the names of removed files

import { mkdir, open, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { onDisk, orMissing } from './fault.ts'
import { filesIn, isEqual, move, remove, setAside, sync, writeNames } from './folder-files.ts'
import { openLineFile } from './line-file.ts'
import { takeLock } from './lock.ts'
import { makeFolder } from './make-folder.ts'

export const AREA = '.export'

export type Staged = 'staged' | 'unchanged' | 'foreign'

export interface Plan {
  readonly removed: Iterable<string>
  /** The list of the folder's files, published last. `made` is its path in `scratch`. */
  readonly list: { readonly file: string; readonly made: string }
}

/** A change of a folder under way. Paths are relative to the folder, with `/`. */
export interface Publication {
  /** A folder for data that lets a later run resume. */
  readonly work: string
  /** A folder for data that goes when the run ends. */
  readonly scratch: string
  /** Stages a file. Calls `isOurs` when a published file has other content. */
  stage(file: string, body: Buffer, isOurs: (published: Buffer) => boolean): Promise<Staged>
  /** Reuses a file of a stopped run, or a published one, if `isRight` accepts it. */
  restage(file: string, isRight: (body: Buffer) => boolean): Promise<boolean>
  /** @returns How many files were removed. */
  commit(plan: Plan): Promise<number>
  /** Releases the folder. With `keep`, the staged files stay for a run that resumes. */
  close(keep: boolean): Promise<void>
}

/**
 * Creates the folder if needed. @throws {ExportFault} When that fails, or another process writes
 * there.
 */
export async function openPublication(folder: string): Promise<Publication> {
  const area = join(folder, AREA)
  const [work, made] = [join(area, 'work'), join(area, 'commit')]
  const [files, old, scratch] = [join(work, 'files'), join(work, 'old'), join(area, 'scratch')]
  await onDisk(folder, () => makeFolder(folder))
  // Without permission, a recursive mkdir would report a missing path.
  await onDisk(area, () => mkdir(area).catch(orThere))
  const lock = await onDisk(area, () => takeLock(join(area, 'lock')))
  let isStaged = false

  const write = async (path: string, content: Buffer | string) => {
    await mkdir(dirname(path), { recursive: true })
    const handle = await open(path, 'w')
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
  }

  const close = async (keep: boolean) => {
    // After another process took the folder, its files are not ours to remove.
    for (const one of !lock.isOurs() ? [] : keep ? [scratch] : [scratch, work])
      await rm(one, { recursive: true, force: true }).catch(() => undefined)
    lock.release()
    await rmdir(area).catch(() => undefined)
  }
  const begin = async () => {
    await finish(folder, made)
    await rm(scratch, { recursive: true, force: true })
    await onDisk(scratch, () => mkdir(scratch))
    await setAside(files, old)
  }
  await begin().catch(async (error: unknown) => {
    await close(true)
    throw error
  })

  return {
    work,
    scratch,
    close,
    async stage(file, body, isOurs) {
      const path = join(folder, file)
      const published = await readFile(path).catch((error: NodeJS.ErrnoException) =>
        error.code === 'ENOTDIR' || error.code === 'EISDIR' ? 'shape' : orMissing(error),
      )
      if (published === 'shape') return 'foreign'
      if (published?.equals(body)) return 'unchanged'
      if (published !== undefined && !isOurs(published)) return 'foreign'
      await onDisk(path, () => write(join(files, file), body))
      isStaged = true
      return 'staged'
    },
    async restage(file, isRight) {
      const left = join(old, file)
      const aside = await readFile(left).catch(orMissing)
      const body = aside ?? (await readFile(join(folder, file)).catch(() => undefined))
      if (body === undefined || !isRight(body)) return false
      if (aside === undefined) return true
      await move(left, join(files, file))
      isStaged = true
      return true
    },
    async commit({ removed, list }) {
      const names = join(work, REMOVED)
      await onDisk(names, () => mkdir(work, { recursive: true }))
      await rm(old, { recursive: true, force: true })
      const count = await onDisk(names, () => writeNames(names, removed))
      const isSame = await isEqual(join(folder, list.file), list.made)
      if (!isStaged && count === 0 && isSame) return 0
      await onDisk(join(folder, list.file), async () => {
        await move(list.made, join(files, list.file))
        await sync(join(files, list.file))
        await write(join(work, 'plan.json'), JSON.stringify({ list: list.file }))
        await sync(work)
        lock.check()
        await rename(work, made)
        await sync(area)
      })
      await finish(folder, made)
      return count
    },
  }
}

const REMOVED = 'removed.jsonl'

const orThere = (error: NodeJS.ErrnoException): undefined => {
  if (error.code === 'EEXIST') return undefined
  throw error
}

/** Finishes an interrupted publication, without another change. */
export async function recover(folder: string): Promise<void> {
  const left = await readdir(join(folder, AREA)).catch((): string[] => [])
  if (left.includes('commit')) await (await openPublication(folder)).close(true)
}

/** Moves the files of a commit into place. Idempotent. */
async function finish(folder: string, made: string): Promise<void> {
  const text = await readFile(join(made, 'plan.json'), 'utf8').catch(orMissing)
  if (text !== undefined) {
    const { list } = JSON.parse(text) as { list: string }
    const files = join(made, 'files')
    const place = (file: string) =>
      onDisk(join(folder, file), () => move(join(files, file), join(folder, file)))
    for await (const file of filesIn(files)) if (file !== list) await place(file)
    const removed = openLineFile(join(made, REMOVED))
    try {
      for (const line of removed.lines(0)) {
        const file = JSON.parse(line) as string
        await onDisk(join(folder, file), () => remove(folder, file))
      }
    } finally {
      removed.close()
    }
    await place(list)
    await sync(folder)
  }
  await rm(made, { recursive: true, force: true })
}
