// A project with packages of its own, in which this package is installed as it is packed: the
// corpus of strangers, the kinds of views of the bench `truth`.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

const PACKAGE = join(import.meta.dirname, '..')

export interface NpmProject {
  /** Where its sources are, with a `package.json` that pins exact versions. */
  readonly sources: string
  /**
   * Where it is built. Kept from run to run, as installing some three hundred packages takes a
   * minute.
   */
  readonly folder: string
}

/** Names a project. @param cache Its folder below `.cache`. */
export const npmProject = (sources: string, cache: string): NpmProject => ({
  sources,
  folder: join(PACKAGE, '.cache', cache),
})

/**
 * Copies the sources and installs their imports, if `package.json` has changed. @returns npm's
 * message if it failed, else `null`.
 */
export function installPackages({ sources, folder }: NpmProject): string | null {
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder)) {
    if (name !== 'node_modules') rmSync(join(folder, name), { recursive: true, force: true })
  }
  cpSync(sources, folder, { recursive: true })
  const wanted = createHash('sha256')
    .update(readFileSync(join(sources, 'package.json')))
    .digest('hex')
  const stamp = join(folder, 'node_modules/.installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return null
  // A half-finished install has no stamp, and npm sees only its own installs.
  rmSync(stamp, { force: true })
  rmSync(join(folder, 'node_modules/hashbang-router'), { recursive: true, force: true })
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline']
  const failure = run(folder, 'npm', ['install', '--no-package-lock', ...flags])
  if (failure === null) writeFileSync(stamp, wanted)
  return failure
}

/** Builds the project with the package as it is now. @throws Vite's message if it failed. */
export function buildProject({ folder }: NpmProject): void {
  // As `npm install` of the packed file would lay it down.
  const installed = join(folder, 'node_modules/hashbang-router')
  rmSync(installed, { recursive: true, force: true })
  cpSync(join(PACKAGE, 'dist/package'), installed, { recursive: true })
  linkDependencies(installed)
  const failure = run(folder, 'npx', ['vite', 'build', '--logLevel', 'error'])
  if (failure !== null) throw new Error(failure)
}

/** The package's own versions of its dependencies, except those that it shares with the views. */
function linkDependencies(installed: string): void {
  const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  for (const name of Object.keys(dependencies)) {
    if (name.startsWith('@lit/')) continue
    const link = join(installed, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(PACKAGE, 'node_modules', name), link)
  }
}

/** @returns The command's output if it failed, else `null`. */
function run(cwd: string, command: string, args: readonly string[]): string | null {
  const { NODE_ENV, ...env } = process.env
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env,
  })
  if (status === 0) return null
  return `${command} ${args.join(' ')} ended with ${status}:\n${stdout}\n${stderr}`
}
