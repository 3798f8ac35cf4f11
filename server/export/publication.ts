// Changes files of a folder all at once or not at all. They are put aside first, in .export/work, and
// named in a plan; one rename turns that into .export/commit, and what is there is moved into place, the
// list of all files last. Killed before the rename: nothing has changed. Killed after it: whoever opens
// the folder next finishes the moves. A file that the folder's list does not own is never replaced.
//   .export/lock             who is writing
//   .export/work/…           files of a run under way: files/…, those of one that was stopped: old/…, its journal
//   .export/scratch/…        what a run needs while it lasts
//   .export/commit/…         files of a run that is done: files/…, plan.json, and the names of those that go

import { mkdir, open, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { onDisk, orMissing } from './fault.ts'
import { filesIn, isEqual, move, remove, setAside, sync, writeNames } from './folder-files.ts'
import { openLineFile } from './line-file.ts'
import { takeLock } from './lock.ts'
import { makeFolder } from './make-folder.ts'

const AREA = '.export'

/** What becomes of a file that is to be published. */
export type Staged = 'staged' | 'unchanged' | 'foreign'

/** What happens besides the staged files. */
export interface Plan {
  /** Files that go. */
  readonly removed: Iterable<string>
  /** The list of the folder's files: it is published last. `made` is where it was written to, in `scratch`. */
  readonly list: { readonly file: string; readonly made: string }
}

/** A change of a folder under way. Paths are relative to the folder, with `/`. */
export interface Publication {
  /** Where a run may keep what it needs to be taken up again. */
  readonly work: string
  /** Where a run may keep what it needs until it ends. */
  readonly scratch: string
  /** Puts a file aside; `isOurs` is asked about a published one of other content. */
  stage(file: string, body: Buffer, isOurs: (published: Buffer) => boolean): Promise<Staged>
  /** Takes over what a run that was stopped has put aside, or what is published already, where it is right. */
  restage(file: string, isRight: (body: Buffer) => boolean): Promise<boolean>
  /** @returns How many files have gone. */
  commit(plan: Plan): Promise<number>
  /** Lets go of the folder; `keep` leaves what was put aside for a run that takes it up. */
  close(keep: boolean): Promise<void>
}

/** Where files of a run that was stopped are, until they are taken over. */
export const leftIn = (work: string): string => join(work, 'old')

/** Opens a folder, and makes it if need be. @throws {ExportFault} When that cannot be, or another writes. */
export async function openPublication(folder: string): Promise<Publication> {
  const area = join(folder, AREA)
  const [work, made] = [join(area, 'work'), join(area, 'commit')]
  const [files, old, scratch] = [join(work, 'files'), leftIn(work), join(area, 'scratch')]
  await onDisk(folder, () => makeFolder(folder))
  // Alone: where it may not write, Node says of a whole path that it is not there.
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
    // What is there when another has taken the folder is his.
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

/** The names of files that go, as JSON lines. */
const REMOVED = 'removed.jsonl'

const orThere = (error: NodeJS.ErrnoException): undefined => {
  if (error.code === 'EEXIST') return undefined
  throw error
}

/** Finishes what was published when its run was stopped, without another change. */
export async function recover(folder: string): Promise<void> {
  const left = await readdir(join(folder, AREA)).catch((): string[] => [])
  if (left.includes('commit')) await (await openPublication(folder)).close(true)
}

/** Moves the files of a commit into place. Done twice, it is as if done once. */
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
