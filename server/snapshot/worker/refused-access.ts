// Explains an error of Node's permission model: workers may only read the project and use the
// network.

import { diagnosis } from '../../diagnostics/diagnosis.ts'

interface Refused extends Error {
  readonly code?: unknown
  readonly permission?: unknown
  readonly resource?: unknown
}

/** By Node's name: its purpose, and the flag that gives it. */
const PERMISSIONS: Readonly<Record<string, readonly [what: string, flag: string]>> = {
  FileSystemRead: ['read', '--allow-fs-read='],
  FileSystemWrite: ['write', '--allow-fs-write='],
  ChildProcess: ['start', '--allow-child-process'],
  WorkerThreads: ['start a thread', '--allow-worker'],
  WASI: ['use WASI', '--allow-wasi'],
  Inspector: ['use the inspector', '--allow-inspector'],
}

const FRAME = /^ +at .*?((?:file:\/\/)?\/[^\s()]+:\d+):\d+\)?$/m

const appFrames = (stack = ''): string =>
  stack
    .split('\n')
    .filter((line) => !line.includes('node:'))
    .join('\n')

/** @returns Undefined for other errors. */
export function refusedAccess(error: unknown): string | undefined {
  for (let one = error; one instanceof Error; one = one.cause) {
    const { code, permission, resource, stack } = one as Refused
    const [, line] = FRAME.exec(appFrames(stack)) ?? []
    if (code === 'ERR_DLOPEN_DISABLED')
      return diagnosis('HB116', 'load native code', '--allow-addons', line)
    if (code !== 'ERR_ACCESS_DENIED') continue
    const [what, flag] = PERMISSIONS[String(permission)] ?? [`use ${permission}`, '--allow-…']
    const named = resource ? `${what} ${resource}` : what
    return diagnosis('HB116', named, flag.endsWith('=') ? `${flag}${resource}` : flag, line)
  }
  return undefined
}
