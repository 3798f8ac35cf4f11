/**
 * Projects outside of the repository, with the packed tarball and the packages that npm finds for
 * them.
 */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../memory-folder.ts'
import { run } from './command.ts'
import { pack } from './pack.ts'

/** Where the projects are: each is an example for readers, too. */
export const EXAMPLES = join(import.meta.dirname, '../../examples')

/** Makes the folder. @param over Versions that win over those of the projects. */
export async function install(
  names: readonly string[],
  over: Readonly<Record<string, string>> = {},
): Promise<string> {
  const folder = temporaryFolder('hashbang-projects')
  const dependencies: Record<string, string> = {}
  for (const name of names) {
    cpSync(join(EXAMPLES, name), join(folder, name), { recursive: true })
    const read = JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8'))
    Object.assign(dependencies, read.dependencies, read.devDependencies)
  }
  Object.assign(dependencies, over, { 'hashbang-router': `file:${await pack(folder)}` })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }))
  await run('npm install --no-audit --no-fund', folder)
  return folder
}
