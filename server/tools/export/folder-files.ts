// Moves, removes and compares the files of a folder without holding their names in memory.

import { mkdir, open, opendir, rename, rmdir, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { orMissing } from './fault.ts'
import { openLineFile } from './line-file.ts'

/** Moves a file. A missing file has been moved before. */
export async function move(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  await rename(from, to).catch(orMissing)
}

/** Files of a stopped run count only when this run takes them over. */
export async function setAside(files: string, old: string): Promise<void> {
  for await (const file of filesIn(files)) await move(join(files, file), join(old, file))
}

/** Writes names as JSON lines. @returns Their number. */
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

/** Removes a file and the folders that become empty. */
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

/** Lists the files below a folder as a stream, as paths with `/`. */
export async function* filesIn(root: string, below = ''): AsyncGenerator<string> {
  const folder = await opendir(join(root, below)).catch(orMissing)
  if (folder === undefined) return
  for await (const item of folder) {
    const path = below === '' ? item.name : `${below}/${item.name}`
    if (item.isDirectory()) yield* filesIn(root, path)
    else if (item.isFile()) yield path
  }
}

/** Windows cannot sync a folder and needs no sync. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r').catch(() => undefined)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}
