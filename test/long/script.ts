/** Runs a script of the tests as a process. */
import { spawn } from 'node:child_process'

/** @returns Its exit code. Its output is printed. */
export function runScript(file: string, ...args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, ['--import', 'tsx', file, ...args], { stdio: 'inherit' })
  return new Promise((done) => child.once('close', (code) => done(code ?? 1)))
}
