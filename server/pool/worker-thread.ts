// A worker that is a thread of this process: cheap to talk to, but it shares the process's memory, and an
// allocation that V8 cannot refuse ends them all. In: a started thread, the memory it shows its heartbeat in.
// Out: its handle.

import type { Worker } from 'node:worker_threads'
import type { CodeCache } from './code-cache.ts'
import { readHeartbeat } from './heartbeat.ts'
import type { FromThread, FromWorker } from './protocol.ts'
import { memoryCells } from './shared-cells.ts'
import type { WorkerHandle } from './worker-handle.ts'

/**
 * Makes the handle of a thread that was given `memory` as `workerData.heartbeat`.
 *
 * @param code Takes what the thread has compiled. Default: it is forgotten.
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
