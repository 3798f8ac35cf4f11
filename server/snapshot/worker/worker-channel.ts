// Connects a worker to the server, for its entry. A worker exits when its server has died, and
// ignores signals meant for the server.

import process, { memoryUsage } from 'node:process'
import type { Converter } from '../document/markdown-page.ts'
import type { FromProcess, FromWorker, StartData, ToProcess, ToWorker } from '../pool/protocol.ts'
import { refusedAccess } from './refused-access.ts'
import { createCompiler, type ScriptCompiler } from './script-compiler.ts'

export interface WorkerChannel extends Required<Omit<StartData, 'allow'>> {
  readonly allow: ReadonlySet<string>
  readonly compiler: ScriptCompiler
  /** Loads the converter, which a worker needs for its first such page. */
  loadConverter(): Promise<Converter>
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

type Start = Extract<ToProcess, { start: object }>

/** @throws If the server did not start this process. */
export async function openWorkerChannel(): Promise<WorkerChannel> {
  if (process.send === undefined) throw new Error('Cannot serve snapshots outside a worker')
  process.on('disconnect', () => process.exit())
  // A terminal sends them to all processes of the server.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  const listeners = { job(_: ToWorker) {}, dev(_: never) {} }
  const { start, code, handsOver } = await new Promise<Start>((resolve) => {
    process.on('message', (message: ToProcess) => {
      if ('start' in message) resolve(message)
      else if ('dev' in message) listeners.dev(message.dev as never)
      else listeners.job(message)
    })
  })
  // A failed send means that the server is gone.
  const send = (message: FromProcess, sent = () => {}) => void process.send?.(message, sent)
  const { apps = [], mounts = [], assets, allow, region, kept = [] } = start as StartData
  return {
    ...{ apps, mounts, assets, allow: new Set(allow), region, kept },
    compiler: createCompiler(code ?? new Map(), handsOver ? (code) => send({ code }) : undefined),
    loadConverter: async () => ({
      ...(await import('../markdown/to-markdown.ts')),
      ...(await import('../markdown/front-matter.ts')),
    }),
    memory: residentMemory(),
    send,
    receive(listener) {
      listeners.job = listener
    },
    fail: (error) => send({ failed: failureOf(error) }, () => process.exit(1)),
    dev: {
      start,
      send: (message) => send({ dev: message }),
      receive(listener) {
        listeners.dev = listener
      },
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

/** In ms: each read costs as much as a page of text. */
const RESIDENT_EVERY = 100

function residentMemory(): () => number {
  const now = performance.now.bind(performance)
  const { rss } = memoryUsage
  let readAt = Number.NEGATIVE_INFINITY
  let resident = 0
  return () => {
    if (now() - readAt > RESIDENT_EVERY) {
      resident = rss()
      readAt = now()
    }
    return resident
  }
}
