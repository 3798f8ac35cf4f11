// Starts workers as processes: a fault ends one of them, and SIGKILL ends it whatever it does. The
// first hands over the code that V8 compiled for it, and later ones start with that code.

import { type ChildProcess, fork } from 'node:child_process'
import { usageOf } from './process-usage.ts'
import type { CompiledCode, FromProcess, FromWorker, ToProcess } from './protocol.ts'
import type { WorkerHandle } from './worker-handle.ts'

export interface WorkerProgram {
  readonly file: string
  /** The worker's settings; plain values. */
  readonly data: object
  readonly env: NodeJS.ProcessEnv
  readonly execArgv: readonly string[]
  /** Receives the messages of a worker in development. */
  readonly receive?: (message: unknown, reply: (message: object) => void) => void
}

/**
 * How many object shapes V8 caches per line of code, in place of 4: a page has about twenty classes
 * of elements, which code that walks a tree meets.
 */
const WIDE_INLINE_CACHES = '--max-valid-polymorphic-map-count=48'

const alive = new Set<ChildProcess>()
// A server that exits without closing its pools leaves no worker behind, not even an endless loop.
process.on('exit', () => {
  for (const child of alive) child.kill('SIGKILL')
})

/** Creates the function that starts workers. It throws if a process cannot be started. */
export function workerStarter(program: WorkerProgram): () => WorkerHandle {
  let code: CompiledCode | undefined
  /** The worker that hands over its code. */
  let giver: ChildProcess | undefined
  return () => {
    const child = fork(program.file, {
      execArgv: [WIDE_INLINE_CACHES, ...program.execArgv],
      env: program.env,
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    alive.add(child)
    if (code === undefined) giver ??= child
    const send = (message: ToProcess) => {
      // It may have died since; its exit reports that.
      if (child.connected) child.send(message, () => undefined)
    }
    send({ start: program.data, code, gives: giver === child })
    let failure: unknown
    const gone = new Promise<void>((resolve) => {
      const end = () => {
        alive.delete(child)
        if (giver === child) giver = undefined
        resolve()
      }
      child.on('error', (error) => {
        failure ??= error
        // A process that never started does not exit.
        if (child.pid === undefined) end()
      })
      child.on('exit', (code, signal) => {
        failure ??= new Error(`the snapshot process ended: ${endOf(code, signal)}`)
        end()
      })
    })
    const take = (value: FromProcess, message: (message: FromWorker) => void) => {
      if ('failed' in value) failure = value.failed
      else if ('code' in value) code = value.code
      else if ('dev' in value) program.receive?.(value.dev, (dev) => send({ dev }))
      else message(value)
    }
    return {
      usage: () => usageOf(child.pid),
      post: send,
      listen({ message, ended }) {
        child.on('message', (value: FromProcess) => take(value, message))
        void gone.then(() => ended(failure))
      },
      async kill() {
        child.kill('SIGKILL')
        await gone
      },
    }
  }
}

function endOf(code: number | null, signal: NodeJS.Signals | null): string {
  if (signal === 'SIGKILL') return `${signal}, from outside: the machine may lack memory`
  if (signal !== null) return `${signal}, as when its heap is full`
  // https://nodejs.org/api/process.html#exit-codes
  return code === 9
    ? 'exit code 9, as for a flag that Node does not know: correct "workerFlags"'
    : `exit code ${code}, as by process.exit()`
}
