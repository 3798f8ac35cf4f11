// Compares the first states of an adopted app with Chromium in a low-priority process, while the
// app is served.

import { execFile } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import type { AdoptFlags } from './adopt-config.ts'

const FIRST = 12

/** @param show Receives the result in one line, unless the check was stopped first. */
export function startFirstCheck(
  site: string,
  flags: AdoptFlags,
  show: (line: string) => void,
): { stop(): Promise<void> } {
  const [node = process.execPath, cli = ''] = process.argv
  const args = [...process.execArgv, cli, ...checkArguments(site, flags)]
  let stopped = false
  let stop: () => void = () => undefined
  const ended = new Promise<void>((resolve) => {
    // The last line of its errors is the reason, not a warning of Node's.
    const env = { ...process.env, NODE_NO_WARNINGS: '1' }
    const child = execFile(node, args, { env, maxBuffer: 1e8 }, (_error, stdout, stderr) => {
      if (!stopped) show(lineOf(site, stdout, stderr))
      resolve()
    })
    stop = () => child.kill('SIGTERM')
    lower(child.pid)
  })
  return {
    async stop() {
      stopped = true
      stop()
      await ended
    },
  }
}

/** Child processes such as Chromium inherit the priority. */
function lower(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // The process has ended, or the system has no priorities.
  }
}

function checkArguments(site: string, flags: AdoptFlags): string[] {
  const { page, states, allow, readable, deadline, statesFile, sandbox } = flags
  const given = { page, states, readable, deadline, 'states-file': statesFile }
  return [
    ...['adopt', site, '--check', '--limit', String(FIRST)],
    ...Object.entries(given).flatMap(([name, value]) =>
      value === undefined ? [] : [`--${name}`, String(value)],
    ),
    ...(sandbox ? [] : ['--no-sandbox']),
    ...(allow ? ['--allow', ...allow] : []),
  ]
}

function lineOf(site: string, stdout: string, stderr: string): string {
  const [compared] = /^Compared .* otherwise\./m.exec(stdout) ?? []
  if (compared !== undefined) return `${compared} Compare all: hashbang adopt ${site} --check`
  // Not the lines of a stack.
  const why = stderr.split('\n').findLast((line) => /^\S/.test(line))
  return `Nothing was compared with Chromium: ${why?.trim() ?? 'the check printed nothing'}`
}
