// Compares the first states of an adopted app with Chromium in a low-priority process, while the
// app is served.

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { ENGINES_FILE } from '../site/adopted-pages.ts'
import type { AdoptFlags } from './adopt-config.ts'

/** How many states are compared. */
const FIRST = 12

export interface FirstCheck {
  /** The line; undefined when the check was stopped first. */
  readonly line: Promise<string | undefined>
  stop(): Promise<void>
}

type Flags = Pick<
  AdoptFlags,
  'page' | 'states' | 'allow' | 'readable' | 'deadline' | 'statesFile' | 'sandbox'
>

export function startFirstCheck(site: string, flags: Flags): FirstCheck {
  const folder = mkdtempSync(join(tmpdir(), 'hashbang-check-'))
  const [node, cli = ''] = process.argv
  const child = spawn(
    node ?? process.execPath,
    [...process.execArgv, cli, ...checkArguments(site, flags, join(folder, ENGINES_FILE))],
    {
      // The last line of its errors is the reason, not a warning of Node's.
      env: { ...process.env, NODE_NO_WARNINGS: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text
    })
  }
  lower(child.pid)
  let stopped = false
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve())
    child.once('error', () => resolve())
  }).then(() => rmSync(folder, { recursive: true, force: true }))
  return {
    line: ended.then(() => (stopped ? undefined : lineOf(site, output))),
    async stop() {
      stopped = true
      child.kill('SIGTERM')
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

export function checkArguments(site: string, flags: Flags, engines: string): string[] {
  const { page, states, allow, readable, deadline, statesFile, sandbox } = flags
  const given = { page, states, readable, deadline, 'states-file': statesFile, engines }
  return [
    ...['adopt', site, '--check', '--json', '--limit', String(FIRST)],
    ...Object.entries(given).flatMap(([name, value]) =>
      value === undefined ? [] : [`--${name}`, String(value)],
    ),
    ...(sandbox ? [] : ['--no-sandbox']),
    ...(allow ? ['--allow', ...allow] : []),
  ]
}

interface CheckResult {
  readonly groups: readonly {
    readonly name: string
    readonly engine: string
    readonly why?: string
    readonly compared: readonly { readonly verdict: string }[]
  }[]
}

export function lineOf(
  site: string,
  { stdout, stderr }: { readonly stdout: string; readonly stderr: string },
): string {
  const found = parsed(stdout)
  if (found === undefined) {
    // Not the lines of a stack.
    const said = stderr.split('\n').filter((line) => /^\S/.test(line))
    const why = said.at(-1)?.trim() || 'the check printed nothing'
    return `Nothing was compared with Chromium: ${why}`
  }
  const all = found.groups.flatMap(({ compared }) => compared)
  const same = all.filter(({ verdict }) => verdict === 'same').length
  const check = `hashbang adopt ${site} --check`
  if (all.length === 0) return 'Nothing was compared with Chromium: no state could be rendered'
  if (same === all.length) {
    return `${all.length} states were compared with Chromium: all are the same. Compare all: ${check}`
  }
  const wrong = found.groups.filter(({ engine }) => engine !== 'happy-dom')
  const [first] = wrong
  const where = first ? `: ${first.name} (${first.why ?? 'no reason is known'})` : ''
  const mend = wrong.every(({ engine }) => engine === 'chromium')
    ? 'lets Chromium render these from then on'
    : 'finds the states that cannot be rendered, and serves the app without a snapshot there'
  return `${all.length} states were compared with Chromium, and ${all.length - same} differ${where}. ${check} ${mend}`
}

function parsed(text: string): CheckResult | undefined {
  try {
    return JSON.parse(text) as CheckResult
  } catch {
    return undefined
  }
}
