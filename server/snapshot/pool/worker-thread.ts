// Runs a worker as a thread: messages are cheap, but it shares the process's memory. An allocation
// that V8 cannot refuse ends the whole process.

import type { Worker } from 'node:worker_threads'
import type { CodeCache } from './code-cache.ts'
import { readHeartbeat } from './heartbeat.ts'
import type { FromThread, FromWorker } from './protocol.ts'
import { memoryCells } from './shared-cells.ts'
import type { WorkerHandle } from './worker-handle.ts'

/**
 * Creates the handle of a thread that got `memory` as `workerData.heartbeat`.
 * @param code Receives the thread's compiled code. Default: ignored.
 */
export function threadHandle(
  worker: Worker,
  memory: SharedArrayBuffer,
  code?: CodeCache,
): WorkerHandle {
  return {
    vitals: readHeartbeat(memoryCells(memory)),
    post: (message) => worker.postMessage(message),
    listen({ message, ended }) {
      let failure: unknown
      worker.on('message', (value: FromWorker | FromThread) => {
        if ('code' in value) code?.keep(value.code)
        else message(value)
      })
      worker.on('error', (error) => {
        failure = error
      })
      worker.on('exit', () => ended(failure))
    },
    async kill() {
      await worker.terminate()
    },
  }
}
