// The pool's interface to a worker process.

import type { Usage } from './process-usage.ts'
import type { FromWorker, ToWorker } from './protocol.ts'

export interface WorkerListener {
  message(message: FromWorker): void
  /** Called once after its exit, with the cause if known. */
  ended(error: unknown): void
}

export interface WorkerHandle {
  /** Undefined if unknown. */
  usage(): Usage | undefined
  post(message: ToWorker): void
  listen(listener: WorkerListener): void
  /** Ends it, whatever it does. @returns A promise of its exit. */
  kill(): Promise<void>
}
