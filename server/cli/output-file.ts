// Writes output files of commands, and explains errors of the file system. The old file stays until
// the new one is complete: half a robots.txt allows too much.

import { lstat, rename, rm, writeFile } from 'node:fs/promises'
import { WorkError } from './terminal.ts'

/** Pipes, devices and links are written in place. @throws {WorkError} When that fails. */
export async function writeOutput(file: string, content: string | Buffer): Promise<void> {
  const old = await lstat(file).catch(() => undefined)
  const isFile = old?.isFile() ?? true
  const target = isFile ? `${file}.tmp` : file
  try {
    await writeFile(target, content, { mode: old?.mode })
    if (isFile) await rename(target, file)
  } catch (error) {
    if (isFile) await rm(target, { force: true }).catch(() => undefined)
    const fault = diskFault(error, file)
    throw fault === undefined ? error : new WorkError(fault, { cause: error })
  }
}

const ROOM = 'the disk is full: make room'
const LOCKED = 'it may not be used so: change its permissions, or choose another folder'
const SHAPE = 'a file stands where a folder must be, or a folder where a file: move it away'

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: ROOM,
  EDQUOT: ROOM,
  EFBIG: 'the file would be larger than the disk allows: choose another disk',
  EACCES: LOCKED,
  EPERM: LOCKED,
  EROFS: 'the disk is read-only: choose another folder',
  EEXIST: SHAPE,
  ENOTDIR: SHAPE,
  EISDIR: SHAPE,
  EMFILE: 'too many files are open: allow more, or lower --concurrency',
  ENAMETOOLONG: 'the name is too long for this disk: choose a folder with a shorter path',
}

/** File, cause and remedy; undefined for other errors. @param path For errors without one. */
export function diskFault(error: unknown, path?: string): string | undefined {
  const fault = error as NodeJS.ErrnoException
  const { code, syscall = 'use' } = fault
  const file = path ?? fault.path
  if (typeof code !== 'string' || typeof file !== 'string') return undefined
  const reason = REASONS[code] ?? 'correct the path, or its permissions'
  return `Cannot ${path === undefined ? syscall : 'write'} ${file} (${code}): ${reason}, then run it again`
}
