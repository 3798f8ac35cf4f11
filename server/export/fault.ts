// What keeps an export from its work, as one sentence: which file, why, and what to do about it.
// In: an error of the file system. Out: the same, told; every other error as it is.

/** An export could not do its work; what was published before is as it was. */
export class ExportFault extends Error {
  override name = 'ExportFault'
}

const ROOM = 'the disk is full: make room'
const LOCKED = 'it may not be written: change its permissions, or choose another folder'
const SHAPE = 'a file stands where a folder must be, or a folder where a file: move it away'

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: ROOM,
  EDQUOT: ROOM,
  EFBIG: 'the file would be larger than the disk allows: choose another disk',
  EACCES: LOCKED,
  EPERM: LOCKED,
  EROFS: 'the disk is read-only: choose another folder',
  ENOENT: 'a folder of its path cannot be made: make it, or choose another',
  EEXIST: SHAPE,
  ENOTDIR: SHAPE,
  EISDIR: SHAPE,
  EMFILE: 'too many files are open: allow more, or lower --concurrency',
  ENAMETOOLONG: 'the name is too long for this disk: choose a folder with a shorter path',
}

/** Why the file system refuses, and what to do about it. */
export const reasonOf = (code: string): string => REASONS[code] ?? 'mend that'

/** Runs work on a path. @throws {ExportFault} When the file system refuses it. */
export async function onDisk<T>(path: string, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (error instanceof ExportFault || typeof code !== 'string') throw error
    throw new ExportFault(
      `Cannot write ${path} (${code}): ${reasonOf(code)}, then run it again. What was published before is unchanged`,
      { cause: error },
    )
  }
}

/** A file's content; undefined where there is none, also where a folder of its path is missing or a file. */
export const orMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
  throw error
}
