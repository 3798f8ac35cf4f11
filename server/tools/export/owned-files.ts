// Manages the files that a folder's list names: all change at once. Foreign or edited files are
// neither replaced nor removed. With a journal, a stopped run resumes.

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { contentHash } from '../../diagnostics/runtime/content-hash.ts'
import { ExportFault, onDisk, orMissing } from './fault.ts'
import { type Generation, openJournal } from './journal.ts'
import { openPublication, type Staged } from './publication.ts'

export interface OwnedList {
  readonly file: string
  readonly format: string
  readonly called: string
}

export interface OwnedFiles {
  put(path: string, body: Buffer): Promise<Staged>
  /** Keeps a file as published. False when no file of ours is there. */
  keep(path: string): Promise<boolean>
  /** Reuses a file from a stopped run of the same name. False when there is none. */
  resume(path: string): Promise<boolean>
  /** Publishes all files. @returns How many files were removed. */
  commit(): Promise<number>
  close(): Promise<void>
}

/**
 * @param generation Allows a resume. Default: none. @throws {ExportFault} When the folder cannot be
 * written, or its list is not ours.
 */
export async function openOwnedFiles(
  folder: string,
  list: OwnedList,
  generation?: Generation,
): Promise<OwnedFiles> {
  const publication = await openPublication(folder)
  let isDone = false
  const close = () => publication.close(!isDone && generation !== undefined)
  try {
    const before = await readList(join(folder, list.file), list)
    const journal = await openJournal(publication.work, generation)
    const now = new Map<string, string>()
    const done = new Map<string, string>()
    for (const { file, hash } of journal.done()) done.set(file, hash)
    const published = async (path: string): Promise<boolean> => {
      const there = await readFile(join(folder, path)).catch(orMissing)
      return there !== undefined && contentHash(there) === before.get(path)
    }
    return {
      async put(path, body) {
        const hash = contentHash(body)
        const staged = await publication.stage(
          path,
          body,
          (it) => contentHash(it) === before.get(path),
        )
        if (staged === 'foreign') return staged
        now.set(path, hash)
        await journal.add(record(path, body.length, hash), body)
        return staged
      },
      async keep(path) {
        if (!(await published(path))) return false
        now.set(path, before.get(path) as string)
        return true
      },
      async resume(path) {
        const known = done.get(path)
        if (known === undefined) return false
        if (!(await publication.restage(path, (body) => contentHash(body) === known))) return false
        now.set(path, known)
        return true
      },
      async commit() {
        const removed: string[] = []
        for (const path of before.keys())
          if (!now.has(path) && (await published(path))) removed.push(path)
        const files = Object.fromEntries([...now].sort(([a], [b]) => (a < b ? -1 : 1)))
        const text = `${JSON.stringify({ format: list.format, files }, null, 1)}\n`
        const made = join(publication.scratch, list.file)
        await onDisk(made, () => writeFile(made, text))
        const gone = await publication.commit({ removed, list: { file: list.file, made } })
        isDone = true
        return gone
      },
      async close() {
        await journal.close()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

const record = (file: string, bytes: number, hash: string) => ({
  ...{ file, bytes, hash },
  ...{ page: '', state: '', status: 200, headers: {} },
})

async function readList(path: string, list: OwnedList): Promise<Map<string, string>> {
  const text = await readFile(path, 'utf8').catch(orMissing)
  if (text === undefined) return new Map()
  try {
    const { format, files } = JSON.parse(text) as { format: string; files: Record<string, string> }
    if (format === list.format) return new Map(Object.entries(files))
  } catch {
    // The message follows below.
  }
  throw new ExportFault(`${path} is no list of ${list.called}: choose another folder for them`)
}
