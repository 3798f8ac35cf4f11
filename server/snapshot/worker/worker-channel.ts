// Connects a worker to the server. A worker exits when its server has died, and ignores signals
// meant for the server.

import process, { memoryUsage } from 'node:process'
import type { FromProcess, FromWorker, StartData, ToProcess, ToWorker } from '../pool/protocol.ts'
import { refusedAccess } from './refused-access.ts'
import { createCompiler, type ScriptCompiler } from './script-compiler.ts'

export interface WorkerChannel extends Required<Omit<StartData, 'allow'>> {
  readonly allow: ReadonlySet<string>
  readonly compiler: ScriptCompiler
  /** Imports by Node's own rules. */
  readonly importNative: (url: string) => Promise<object>
  /** Memory in use, in bytes. */
  memory(): number
  send(message: FromWorker): void
  receive(listener: (message: ToWorker) => void): void
  fail(error: unknown): void
  /** Start data and messages of Vite's environment. */
  readonly dev: {
    readonly start: object
    send(message: unknown): void
    receive(listener: (message: never) => void): void
  }
}

export type WorkerProgram = (channel: WorkerChannel) => void | Promise<void>

type Start = Extract<ToProcess, { start: object }>
type AfterStart = Exclude<ToProcess, Start>

/** @throws If the server did not start this process. */
export async function openWorkerChannel(
  importNative: WorkerChannel['importNative'],
): Promise<WorkerChannel> {
  if (process.send === undefined) throw new Error('Cannot serve snapshots outside a worker')
  process.on('disconnect', () => process.exit())
  // A terminal sends them to all processes of the server.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  const { start, code, handsOver } = await new Promise<Start>((resolve) => {
    process.once('message', resolve)
  })
  // A failed send means that the server is gone.
  const send = (message: FromProcess, sent = () => {}) => void process.send?.(message, sent)
  const { apps = [], mounts = [], assets, allow, region, kept = [] } = start as StartData
  return {
    apps,
    mounts,
    assets,
    allow: new Set(allow),
    region,
    kept,
    compiler: createCompiler(code ?? new Map(), handsOver ? (code) => send({ code }) : undefined),
    importNative,
    memory: residentMemory(),
    send,
    receive: (listener) =>
      void process.on('message', (message: AfterStart) => {
        if (!('dev' in message)) listener(message)
      }),
    fail: (error) => send({ failed: failureOf(error) }, () => process.exit(1)),
    dev: {
      start,
      send: (message) => send({ dev: message }),
      receive: (listener) =>
        void process.on('message', (message: AfterStart) => {
          if ('dev' in message) listener(message.dev as never)
        }),
    },
  }
}

/** A copy: the properties of an error may be anything. */
function failureOf(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error))
  const Kind = error instanceof TypeError ? TypeError : Error
  const copy = new Kind(refusedAccess(error) ?? error.message)
  copy.stack = String(error.stack).replace(error.message, () => copy.message)
  return copy
}

/** In pages: each read costs as much as a page of text. */
const RESIDENT_EVERY = 50

function residentMemory(): () => number {
  const { rss } = memoryUsage
  let pages = 0
  let resident = 0
  return () => {
    if (pages++ % RESIDENT_EVERY === 0) resident = rss()
    return resident
  }
}
