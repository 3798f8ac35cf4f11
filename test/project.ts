/** Folders inside the package, so that apps in them find it by its name. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder } from './memory-folder.ts'

const CACHE = join(import.meta.dirname, '../.cache')

export type Files = Readonly<Record<string, string>>

export function write(folder: string, files: Files): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

/** A new folder of the package with these files, which goes with this process. */
export function project(files: Files, name = 'app'): string {
  mkdirSync(CACHE, { recursive: true })
  const root = temporaryFolder(name, CACHE)
  write(root, files)
  return root
}
