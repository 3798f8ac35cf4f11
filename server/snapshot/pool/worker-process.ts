// Runs a worker as a process of its own: memory faults kill only that process. It is ended by
// SIGKILL, which it cannot block.

import { fork } from 'node:child_process'
import { readHeartbeat } from './heartbeat.ts'
import type { FromWorker } from './protocol.ts'
import { fileCells, sharedFile } from './shared-cells.ts'
import type { WorkerHandle } from './worker-handle.ts'

export interface ProcessOptions {
  readonly file: string
  /** Passed as JSON in `process.argv[2]`. */
  readonly data: object
  readonly env: NodeJS.ProcessEnv
  readonly execArgv: readonly string[]
}

/** @throws If it cannot be started. */
export function startProcess({ file, data, env, execArgv }: ProcessOptions): WorkerHandle {
  const shared = sharedFile()
  const child = fork(file, [JSON.stringify(data)], {
    execArgv: [...execArgv],
    env,
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc', shared.descriptor],
  })
  let failure: unknown
  const gone = new Promise<void>((resolve) => {
    child.on('error', (error) => {
      failure ??= error
      // A process that never started does not exit.
      if (child.pid === undefined) resolve()
    })
    child.on('exit', (code, signal) => {
      failure ??= new Error(`the snapshot process ended: ${signal ?? `exit code ${code}`}`)
      resolve()
    })
  })
  return {
    vitals: readHeartbeat(fileCells(shared.descriptor)),
    // It may have died since; its exit reports that.
    post: (message) => void (child.connected && child.send(message, () => undefined)),
    listen({ message, ended }) {
      child.on('message', (value: FromWorker) => {
        // The error crosses the process border only in this message.
        if ('failed' in value) failure = new Error(value.failed)
        else message(value)
      })
      void gone.then(() => {
        ended(failure)
        shared.close()
      })
    },
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
  }
}
