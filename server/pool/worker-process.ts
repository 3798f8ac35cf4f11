// A worker that is a process of its own: whatever it does to its memory, it dies alone. In: the module it
// runs, what that is given. Out: its handle. It is killed by SIGKILL, which nothing in it can refuse.

import { fork } from 'node:child_process'
import { readHeartbeat } from './heartbeat.ts'
import type { FromWorker } from './protocol.ts'
import { fileCells, sharedFile } from './shared-cells.ts'
import type { WorkerHandle } from './worker-handle.ts'

/** What a process is started with. */
export interface ProcessOptions {
  /** The module that it runs. */
  readonly file: string
  /** Given to it as JSON, in `process.argv[2]`. */
  readonly data: object
  /** Variables that it has beside those of this process. */
  readonly env: Readonly<Record<string, string>>
  readonly execArgv: readonly string[]
}

/** Starts a process. @throws When it cannot be started. */
export function startProcess({ file, data, env, execArgv }: ProcessOptions): WorkerHandle {
  const shared = sharedFile()
  const child = fork(file, [JSON.stringify(data)], {
    execArgv: [...execArgv],
    env: { ...process.env, ...env },
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc', shared.descriptor],
  })
  let failure: unknown
  const gone = new Promise<void>((resolve) => {
    child.on('error', (error) => {
      failure ??= error
      // A process that could not be started has no end either.
      if (child.pid === undefined) resolve()
    })
    child.on('exit', (code, signal) => {
      failure ??= new Error(`the snapshot process ended: ${signal ?? `exit code ${code}`}`)
      resolve()
    })
  })
  return {
    vitals: readHeartbeat(fileCells(shared.descriptor)),
    // It may have died since: its end is told by its exit.
    post: (message) => void (child.connected && child.send(message, () => undefined)),
    listen({ message, ended }) {
      child.on('message', (value: FromWorker) => {
        // Nothing else brings what it threw from there to here.
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
