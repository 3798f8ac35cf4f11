/**
 * The corpus as a user's project: a folder with its own node_modules, in which the package is installed as it is packed.
 * In: the sources under `project`. Out: the folder, built by Vite; or why its packages cannot be had here.
 */
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

const SOURCES = join(import.meta.dirname, 'project')
const PACKAGE = join(import.meta.dirname, '../..')

/** Kept from run to run, as installing some three hundred packages takes a minute. */
export const PROJECT = join(PACKAGE, '.cache/strangers')

/** Copies the sources and installs what they import, if the lock has changed. @returns What npm said when it could not, else `null`. */
export function installPackages(): string | null {
  mkdirSync(PROJECT, { recursive: true })
  for (const name of readdirSync(PROJECT)) {
    if (name !== 'node_modules') rmSync(join(PROJECT, name), { recursive: true, force: true })
  }
  cpSync(SOURCES, PROJECT, { recursive: true })
  const lock = createHash('sha256')
    .update(readFileSync(join(SOURCES, 'package-lock.json')))
    .digest('hex')
  const stamp = join(PROJECT, 'node_modules/.installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return null
  const failure = run('npm', [
    'ci',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--prefer-offline',
  ])
  if (failure === null) writeFileSync(stamp, lock)
  return failure
}

/** Builds the project with the package as it is now. @throws What Vite said when it failed. */
export function buildProject(): void {
  // As `npm install` of the packed file would lay it down.
  const installed = join(PROJECT, 'node_modules/hashbang-router')
  rmSync(installed, { recursive: true, force: true })
  mkdirSync(installed)
  cpSync(join(PACKAGE, 'package.json'), join(installed, 'package.json'))
  cpSync(join(PACKAGE, 'dist/src'), join(installed, 'dist/src'), { recursive: true })
  cpSync(join(PACKAGE, 'dist/server'), join(installed, 'dist/server'), { recursive: true })
  linkDependencies(installed)
  const failure = run('npx', ['vite', 'build', '--logLevel', 'warn'])
  if (failure !== null) throw new Error(failure)
}

/** The package's own versions of what it depends on, but for what is shared with the views. */
function linkDependencies(installed: string): void {
  const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  for (const name of Object.keys(dependencies)) {
    if (name.startsWith('@lit/')) continue
    const link = join(installed, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(PACKAGE, 'node_modules', name), link)
  }
}

/** @returns What the command said when it failed, else `null`. */
function run(command: string, args: readonly string[]): string | null {
  const { NODE_ENV, ...env } = process.env
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: PROJECT,
    encoding: 'utf8',
    env,
  })
  if (status === 0) return null
  return `${command} ${args.join(' ')} ended with ${status}:\n${stdout}\n${stderr}`
}
