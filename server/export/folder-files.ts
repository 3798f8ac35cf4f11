// Files of a folder, moved, removed and compared without holding their names. In: paths. Out: an end.

import { mkdir, open, opendir, rename, rmdir, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { orMissing } from './fault.ts'
import { openLineFile } from './line-file.ts'

/** Moves a file; one that is not there has been moved before. */
export async function move(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  await rename(from, to).catch(orMissing)
}

/** Puts what a stopped run has made beside what this one makes: it counts only where it is taken over. */
export async function setAside(files: string, old: string): Promise<void> {
  for await (const file of filesIn(files)) await move(join(files, file), join(old, file))
}

/** Writes names as JSON lines. @returns How many. */
export async function writeNames(path: string, names: Iterable<string>): Promise<number> {
  const handle = await open(path, 'w')
  let count = 0
  try {
    let text = ''
    for (const name of names) {
      count += 1
      text += `${JSON.stringify(name)}\n`
      if (text.length < 65_536) continue
      await handle.write(text)
      text = ''
    }
    await handle.write(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  return count
}

/** Whether two files of lines hold the same. */
export async function isEqual(path: string, other: string): Promise<boolean> {
  const sizes = [await stat(path).catch(orMissing), await stat(other)]
  if (sizes[0]?.size !== sizes[1]?.size) return false
  const [one, two] = [openLineFile(path), openLineFile(other)]
  try {
    const lines = two.lines(0)
    for (const line of one.lines(0)) if (line !== lines.next().value) return false
    return true
  } finally {
    one.close()
    two.close()
  }
}

/** Removes a file, and the folders that it leaves empty. */
export async function remove(folder: string, file: string): Promise<void> {
  await unlink(join(folder, file)).catch(orMissing)
  for (let at = dirname(file); at !== '.'; at = dirname(at)) {
    const isGone = await rmdir(join(folder, at)).then(
      () => true,
      () => false,
    )
    if (!isGone) return
  }
}

/** The files below a folder, as paths with `/`; none is held. */
export async function* filesIn(root: string, below = ''): AsyncGenerator<string> {
  const folder = await opendir(join(root, below)).catch(orMissing)
  if (folder === undefined) return
  for await (const item of folder) {
    const path = below === '' ? item.name : `${below}/${item.name}`
    if (item.isDirectory()) yield* filesIn(root, path)
    else if (item.isFile()) yield path
  }
}

/** Brings a file or the entries of a folder to the disk; where a folder cannot be synced, as on Windows, the system does so. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r').catch(() => undefined)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}
