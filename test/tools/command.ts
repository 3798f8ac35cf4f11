/** Runs `hashbang` as a user does, in a process of its own, and returns its output and its end. */
import { execFile } from 'node:child_process'
import { resolve } from 'node:path'

export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs the command; `cwd` is where it looks for its config. */
export const hashbang = (
  args: readonly string[],
  cwd = process.cwd(),
  more: NodeJS.ProcessEnv = {},
): Promise<Ended> =>
  new Promise((done) => {
    const env = { ...process.env, FORCE_COLOR: undefined, NO_COLOR: '1', ...more }
    const child = execFile(
      process.execPath,
      [resolve('dist/server/cli/main.js'), ...args],
      { maxBuffer: 1e8, cwd, env },
      (_error, stdout, stderr) => done({ code: child.exitCode ?? -1, stdout, stderr }),
    )
  })
