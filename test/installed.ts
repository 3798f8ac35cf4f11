/**
 * Projects outside of the repository, as users have them: npm installs the packed package, and
 * their commands run as processes of their own (terminal.ts).
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { temporaryFolder } from './memory-folder.ts'
import { run } from './terminal.ts'

/** The folder that npm publishes. `npm run build:package` lays it out. */
export const PACKAGE = join(import.meta.dirname, '../dist/package')

let packed: Promise<string> | undefined

/** The file that npm would publish. */
export function tarball(): Promise<string> {
  packed ??= pack()
  return packed
}

async function pack(): Promise<string> {
  const folder = temporaryFolder('hashbang-package')
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]
  const { stdout } = await promisify(execFile)('npm', args, { cwd: PACKAGE })
  return join(folder, JSON.parse(stdout)[0].filename)
}

/** Runs an npm command, with the packed package in place of the published one. */
export async function npm(command: string, folder: string): Promise<string> {
  const line = command.replace(/ hashbang-router(?= |$)/, ` '${await tarball()}'`)
  return run(`npm ${line} --no-audit --no-fund`, folder)
}
