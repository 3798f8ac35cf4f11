/** Finds the program of a Node by its major version. One that is not this one comes from npm. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** @throws RangeError when npm has none for this system. */
export function nodeOf(major: number): string {
  if (Number.parseInt(process.versions.node, 10) === major) return process.execPath
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const folder = fileURLToPath(new URL(`../../.cache/node/${major}/`, import.meta.url))
  const file = `${folder}node_modules/${name}/bin/node`
  if (existsSync(file)) return file
  const { status } = spawnSync(
    'npm',
    ['install', '--no-audit', '--no-fund', '--prefix', folder, `${name}@${major}`],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  if (status !== 0 || !existsSync(file))
    throw new RangeError(`npm has no Node ${major} for this system: ${name}@${major} is missing`)
  return file
}
