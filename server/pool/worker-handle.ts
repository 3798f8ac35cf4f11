// What the pool needs of a worker, whichever kind it is: a thread of this process, or a process of its own.
// In: messages. Out: messages, signs of life, its end. Chosen once, when the pool is made.

import type { Vitals } from './heartbeat.ts'
import type { FromWorker, ToWorker } from './protocol.ts'

/** Who hears of a worker. */
export interface WorkerListener {
  message(message: FromWorker): void
  /** Called once, when it is gone, with what it died of, if that is known. */
  ended(error: unknown): void
}

/** A worker that has been started. */
export interface WorkerHandle {
  readonly vitals: Vitals
  post(message: ToWorker): void
  listen(listener: WorkerListener): void
  /** Ends it, whatever it does. @returns When it is gone. */
  kill(): Promise<void>
}
