/**
 * Programs that specs run the server together with, such as Redis and nginx: looked for on the PATH, else installed by apt
 * (Debian or Ubuntu, as root). A spec whose program cannot be had is skipped and says so.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Finds a program or installs its package. @returns Its path, or undefined when it cannot be had here. */
export function ensureProgram(name: string, packageName: string = name): string | undefined {
  return onPath(name) ?? (aptInstalls(packageName) ? onPath(name) : undefined)
}

function onPath(name: string): string | undefined {
  // A user's PATH may lack the folder that Debian puts servers into.
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

function aptInstalls(packageName: string): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  console.log(`programs | apt-get install ${packageName}`)
  // Two specs may want to install at once: the second waits for the first.
  const install = [
    'install',
    '-y',
    '-q',
    '--no-install-recommends',
    '-o',
    'DPkg::Lock::Timeout=120',
  ]
  return run([...install, packageName]) || (run(['update', '-q']) && run([...install, packageName]))
}

function run(args: readonly string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('apt-get', args, { stdio: 'ignore', env, timeout: 170_000 }).status === 0
}
