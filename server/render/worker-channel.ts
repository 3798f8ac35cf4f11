// The worker's end of what joins it to the server, whichever kind of worker it is. In: what this thread or
// process was started with. Out: jobs, and a way for answers. It ends with the server: a process whose
// server has died exits, and hears no signal that is meant for the server.

import process, { memoryUsage } from 'node:process'
import { getHeapStatistics } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import type { CompiledCode } from '../pool/code-cache.ts'
import { createHeartbeat, type Heartbeat } from '../pool/heartbeat.ts'
import type { FromWorker, Mounts, Region, ToWorker } from '../pool/protocol.ts'
import { fileCells, memoryCells, PULSE_DESCRIPTOR } from '../pool/shared-cells.ts'
import { createCompiler, type ScriptCompiler } from './script-compiler.ts'

/** A worker's view of the server. */
export interface WorkerChannel {
  /** The app module of each page, as [path, what to import]. */
  readonly apps: readonly (readonly [path: string, from: string])[]
  /** What answers the requests of adopted pages. */
  readonly mounts: Mounts
  /** Origins that may be fetched from. */
  readonly allow: ReadonlySet<string>
  readonly region: Region
  /** Packages whose modules pages share, beside the renderers. */
  readonly kept: readonly string[]
  readonly heartbeat: Heartbeat
  readonly compiler: ScriptCompiler
  /** Memory in use, in bytes, as far as it is this worker's. */
  memory(): number
  send(message: FromWorker): void
  receive(listener: (message: ToWorker) => void): void
  /** Ends the worker: it cannot start. */
  fail(error: unknown): void
}

/** What a worker is started with. */
interface StartData {
  readonly apps: WorkerChannel['apps']
  readonly mounts?: Mounts
  readonly allow?: readonly string[]
  readonly region: Region
  readonly kept?: readonly string[]
}

/** Opens it. @throws When this is neither a worker thread nor a process that the server has started. */
export function openWorkerChannel(): WorkerChannel {
  if (parentPort !== null) return ofThread(parentPort)
  if (process.send !== undefined) return ofProcess()
  throw new Error('Cannot serve snapshots outside a worker')
}

/** On the heap and outside of it, such as Buffers. */
function heapBytes(): number {
  const { used_heap_size, external_memory } = getHeapStatistics()
  return used_heap_size + external_memory
}

function ofThread(port: NonNullable<typeof parentPort>): WorkerChannel {
  const {
    apps,
    mounts = [],
    allow,
    region,
    kept = [],
    heartbeat,
    code,
  } = workerData as StartData & {
    readonly heartbeat: SharedArrayBuffer
    /** Undefined: nobody shares it. */
    readonly code?: CompiledCode
  }
  return {
    apps,
    mounts,
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

/** Reading it costs as much as a page of text, so it is read so seldom, in ms. */
const RESIDENT_EVERY = 100

function ofProcess(): WorkerChannel {
  const {
    apps,
    mounts = [],
    allow,
    region,
    kept = [],
  } = JSON.parse(process.argv[2] as string) as StartData
  let resident = 0
  setInterval(() => {
    resident = memoryUsage.rss()
  }, RESIDENT_EVERY).unref()
  process.on('disconnect', () => process.exit())
  // A terminal and a supervisor send them to all processes of the server.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  // The server has gone when it cannot be told; its end is this process's, too.
  const send = (message: FromWorker, sent = () => {}) => void process.send?.(message, sent)
  return {
    apps,
    mounts,
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
