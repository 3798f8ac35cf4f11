// Turns errors of the file system into one sentence: which file, why, and what to do. Passes on all
// other errors.

/** The export failed. The published files are unchanged. */
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

/** Also when a folder of the path is missing or is a file. */
export const orMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
  throw error
}
