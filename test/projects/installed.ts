/**
 * Projects outside of the repository, with the packed tarball and what npm finds for them. In: names of projects. Out: a folder
 * with a copy of each and one node_modules for all; programs started in it, which are ended by their own handle.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pack } from './pack.ts'

const run = promisify(execFile)

/** Where the projects are: each is an example for readers, too. */
export const EXAMPLES = join(import.meta.dirname, '../../examples')

/** A program that listens. */
export interface Running {
  readonly origin: string
  stop(): Promise<void>
}

/** Copies of projects. */
export interface Installed {
  readonly folder: string
  /** Runs a program of the projects' packages to its end. */
  run(project: string, bin: string, ...args: string[]): Promise<void>
  /** Starts a program, and waits until its output names the port that it listens on. */
  start(project: string, bin: string, ...args: string[]): Promise<Running>
  remove(): void
}

/** Makes the folder. @param over Versions that win over those of the projects. */
export async function install(
  names: readonly string[],
  over: Readonly<Record<string, string>> = {},
): Promise<Installed> {
  const folder = mkdtempSync(join(tmpdir(), 'hashbang-projects-'))
  const dependencies: Record<string, string> = {}
  for (const name of names) {
    cpSync(join(EXAMPLES, name), join(folder, name), { recursive: true })
    const read = JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8'))
    Object.assign(dependencies, read.dependencies, read.devDependencies)
  }
  Object.assign(dependencies, over, { 'hashbang-router': `file:${await pack(folder)}` })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }))
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: folder })

  const begin = (project: string, bin: string, args: readonly string[]): ChildProcess => {
    const file = join(folder, 'node_modules/.bin', bin)
    // As on a user's machine, where nothing says that this is a test or production.
    const { NODE_ENV: _, ...env } = process.env
    return spawn(process.execPath, [file, ...args], {
      cwd: join(folder, project),
      env: { ...env, NO_COLOR: '1' },
    })
  }

  return {
    folder,
    async run(project, bin, ...args) {
      const child = begin(project, bin, args)
      let said = ''
      child.stdout?.on('data', (text) => (said += text))
      child.stderr?.on('data', (text) => (said += text))
      const code = await new Promise((resolve) => child.on('close', resolve))
      if (code !== 0)
        throw new Error(`${project}: ${bin} ${args.join(' ')} ended with ${code}: ${said}`)
    },
    async start(project, bin, ...args) {
      const child = begin(project, bin, args)
      const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
      let said = ''
      const origin = await new Promise<string>((resolve, reject) => {
        const hear = (text: unknown) => {
          said += text
          const port = /http:\/\/localhost:(\d+)|"port":(\d+)/.exec(said)
          if (port) resolve(`http://localhost:${port[1] ?? port[2]}`)
        }
        child.stdout?.on('data', hear)
        child.stderr?.on('data', hear)
        void ended.then(() => reject(new Error(`${project}: ${bin} ${args.join(' ')}: ${said}`)))
      })
      return {
        origin,
        async stop() {
          child.kill('SIGTERM')
          await ended
        },
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
