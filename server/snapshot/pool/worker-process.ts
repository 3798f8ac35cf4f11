// Starts workers as processes for the supervisor: SIGKILL always ends one. The first hands over the
// code that V8 compiled, and later ones start with that code.

import { type ChildProcess, fork } from 'node:child_process'
import type { WorkerHandle } from './pool-worker.ts'
import type { CompiledCode, FromProcess, FromWorker, ToProcess } from './protocol.ts'
import { usageOf } from './watch-hang.ts'

export interface WorkerProgram {
  readonly file: string
  /** Plain values. */
  readonly data: object
  readonly env: NodeJS.ProcessEnv
  readonly execArgv: readonly string[]
  /** Receives messages in development. */
  readonly receive?: (message: unknown, reply: (message: object) => void) => void
}

/** V8 caches 4 object shapes per line of code; code that walks a tree meets about twenty. */
const WIDE_INLINE_CACHES = '--max-valid-polymorphic-map-count=48'

const alive = new Set<ChildProcess>()
// A server may exit without closing its pools.
process.on('exit', () => {
  for (const child of alive) child.kill('SIGKILL')
})

/** @throws If a process cannot be started. */
export function workerStarter(program: WorkerProgram): () => WorkerHandle {
  let code: CompiledCode | undefined
  let provider: ChildProcess | undefined
  return () => {
    const child = fork(program.file, {
      execArgv: [WIDE_INLINE_CACHES, ...program.execArgv],
      env: program.env,
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    alive.add(child)
    if (code === undefined) provider ??= child
    const send = (message: ToProcess) => {
      // A dead process reports its exit.
      if (child.connected) child.send(message, () => undefined)
    }
    send({ start: program.data, code, handsOver: provider === child })
    let failure: unknown
    const gone = new Promise<void>((resolve) => {
      const end = () => {
        alive.delete(child)
        if (provider === child) provider = undefined
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
      listen({ message, exited }) {
        child.on('message', (value: FromProcess) => take(value, message))
        void gone.then(() => exited(failure))
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
