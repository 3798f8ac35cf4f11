// Connects a worker to the server. It ends with the server: a process exits when its server has
// died, and ignores signals meant for the server.

import process, { memoryUsage } from 'node:process'
import { getHeapStatistics } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import type { Region } from '../../dom/isolation/locale.ts'
import type { CompiledCode } from '../pool/code-cache.ts'
import { createHeartbeat, type Heartbeat } from '../pool/heartbeat.ts'
import type { Assets, FromWorker, Mounts, ToWorker } from '../pool/protocol.ts'
import { fileCells, memoryCells, PULSE_DESCRIPTOR } from '../pool/shared-cells.ts'
import { createCompiler, type ScriptCompiler } from './script-compiler.ts'

export interface WorkerChannel {
  /** The app module of each page, as [path, import URL]. */
  readonly apps: readonly (readonly [path: string, from: string])[]
  /** The sources of adopted pages' requests. */
  readonly mounts: Mounts
  /** Where built style sheets are. Undefined: nowhere, as in development. */
  readonly assets: Assets | undefined
  /** Origins that `fetch` may use. */
  readonly allow: ReadonlySet<string>
  readonly region: Region
  /** Packages whose modules pages share, besides the renderers. */
  readonly kept: readonly string[]
  readonly heartbeat: Heartbeat
  readonly compiler: ScriptCompiler
  /** Memory in use by this worker, in bytes. */
  memory(): number
  send(message: FromWorker): void
  receive(listener: (message: ToWorker) => void): void
  fail(error: unknown): void
}

interface StartData {
  readonly apps: WorkerChannel['apps']
  readonly mounts?: Mounts
  readonly assets?: Assets
  readonly allow?: readonly string[]
  readonly region: Region
  readonly kept?: readonly string[]
}

/** @throws If this is neither a worker thread nor a process started by the server. */
export function openWorkerChannel(): WorkerChannel {
  if (parentPort !== null) return ofThread(parentPort)
  if (process.send !== undefined) return ofProcess()
  throw new Error('Cannot serve snapshots outside a worker')
}

/** On the heap and outside it, such as Buffers. */
function heapBytes(): number {
  const { used_heap_size, external_memory } = getHeapStatistics()
  return used_heap_size + external_memory
}

function ofThread(port: NonNullable<typeof parentPort>): WorkerChannel {
  const {
    apps,
    mounts = [],
    assets,
    allow,
    region,
    kept = [],
    heartbeat,
    code,
  } = workerData as StartData & {
    readonly heartbeat: SharedArrayBuffer
    /** Undefined: no sharing. */
    readonly code?: CompiledCode
  }
  return {
    apps,
    mounts,
    assets,
    allow: new Set(allow),
    region,
    kept,
    heartbeat: createHeartbeat(memoryCells(heartbeat)),
    compiler: createCompiler(
      code ?? new Map(),
      code && ((made) => port.postMessage({ code: made })),
    ),
    memory: heapBytes,
    send: (message) => port.postMessage(message),
    receive: (listener) => void port.on('message', listener),
    fail(error) {
      throw error
    },
  }
}

/** ms between reads: each costs as much as a page of text. */
const RESIDENT_EVERY = 100

function ofProcess(): WorkerChannel {
  const {
    apps,
    mounts = [],
    assets,
    allow,
    region,
    kept = [],
  } = JSON.parse(process.argv[2] as string) as StartData
  let resident = 0
  setInterval(() => {
    resident = memoryUsage.rss()
  }, RESIDENT_EVERY).unref()
  process.on('disconnect', () => process.exit())
  // A terminal or a process manager sends them to all processes of the server.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  // A failed send means that the server is gone, so this process ends too.
  const send = (message: FromWorker, sent = () => {}) => void process.send?.(message, sent)
  return {
    apps,
    mounts,
    assets,
    allow: new Set(allow),
    region,
    kept,
    heartbeat: createHeartbeat(fileCells(PULSE_DESCRIPTOR)),
    compiler: createCompiler(new Map()),
    memory: () => Math.max(heapBytes(), resident),
    send,
    receive: (listener) => void process.on('message', listener),
    fail(error) {
      send({ failed: error instanceof Error ? error.message : String(error) }, () =>
        process.exit(1),
      )
    },
  }
}
