// Runs one job after another in a worker, for the supervisor, and kills it when it hangs or does
// not start. A worker is a process: SIGKILL always ends one.

import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Clock } from '../../diagnostics/runtime/clock.ts'
import type {
  Answer,
  CompiledCode,
  FromProcess,
  FromWorker,
  Job,
  Slow,
  Stray,
  ToProcess,
  ToWorker,
} from './protocol.ts'
import { type Usage, usageOf, watchForHang } from './watch-hang.ts'

export interface WorkerHandle {
  /** Undefined if unknown. */
  usage(): Usage | undefined
  post(message: ToWorker): void
  /** @returns A promise of its exit. */
  kill(): Promise<void>
}

export interface WorkerListener {
  message(message: FromWorker): void
  /** Called once after its exit. @param cause `killed`: from outside. */
  exited(error: unknown, cause: 'failed' | 'killed'): void
}

/** @throws If a process cannot be started. */
export type StartWorker = (listener: WorkerListener) => WorkerHandle

export interface WorkerEnd {
  readonly type: 'ended'
  /** `killed`: from outside. `wanted`: by the supervisor. */
  readonly cause: 'hung' | 'failed' | 'killed' | 'wanted'
  readonly error: unknown
  readonly why: string
}

/** `ready` and `ended` come once at most. */
export type WorkerEvent = { readonly type: 'ready' } | WorkerEnd | Stray | Slow

/** The limits at which a worker is old, so that small leaks of its pages don't add up. */
export interface Age {
  readonly renders: number
  /** In ms, since it was ready. */
  readonly ms: number
  readonly bytes: number
}

/** In ms. */
export interface StartLimits {
  readonly startDeadline: number
  /** For the first page, which compiles the app. Default: 0. */
  readonly warmUp?: number | undefined
}

/** Receives undefined if another worker must render the job. */
type Done = (end: Answer | WorkerEnd | undefined) => void

export class PoolWorker {
  readonly #handle: WorkerHandle
  readonly #clock: Clock
  readonly #warmUp: number
  readonly #observe: (event: WorkerEvent) => void
  #stage: 'starting' | 'ready' | 'ended' = 'starting'
  #readyAt: number | undefined
  #running: { readonly job: Job; readonly done: Done } | undefined
  #unwatch: () => void
  /** Shells that the worker has, by page. */
  readonly #shells = new Map<string, string>()
  #answered = 0
  /** Memory in use at the last answer. */
  #bytes = 0

  /** @throws As `start`. */
  constructor(
    start: StartWorker,
    clock: Clock,
    { startDeadline, warmUp = 0 }: StartLimits,
    observe: (event: WorkerEvent) => void,
  ) {
    this.#handle = start({
      message: (message) => this.#receive(message),
      exited: (error, cause) => this.#end(cause, error),
    })
    this.#clock = clock
    this.#warmUp = warmUp
    this.#observe = observe
    this.#unwatch = clock.after(
      startDeadline,
      () => void this.#kill('failed', notReady(startDeadline)),
    )
  }

  get ready(): boolean {
    return this.#stage === 'ready'
  }

  /** The job that it runs. */
  get job(): Job | undefined {
    return this.#running?.job
  }

  /** Whether it is or was ready. */
  get hasStarted(): boolean {
    return this.#readyAt !== undefined
  }

  isOlderThan({ renders, ms, bytes }: Age): boolean {
    const age = this.#clock.now() - (this.#readyAt ?? Number.POSITIVE_INFINITY)
    return this.#answered >= renders || this.#bytes >= bytes || age >= ms
  }

  /** The worker must be ready and idle. */
  run({ shell, deadline = 0, ...request }: Job, done: Done): void {
    const isFirst = this.#answered === 0
    const job = { ...request, deadline: deadline + (isFirst ? this.#warmUp : 0) }
    this.#running = { job, done }
    const kill = () => void this.#kill('hung', hung(job, isFirst ? IS_COMPILING : IS_ENDLESS))
    this.#unwatch = watchForHang(this.#clock, this.#handle.usage, job.deadline, kill)
    if (shell !== undefined && this.#shells.get(job.page) !== shell) {
      this.#shells.set(job.page, shell)
      this.#handle.post({ page: job.page, shell })
    }
    this.#handle.post({ job })
  }

  /** @returns A promise of its exit. */
  kill(): Promise<void> {
    return this.#kill('wanted')
  }

  #receive(message: FromWorker): void {
    if (this.#stage === 'ended') return
    if ('bytes' in message) this.#answer(message)
    else if ('ready' in message) {
      this.#stage = 'ready'
      this.#readyAt = this.#clock.now()
      this.#unwatch()
      this.#observe({ type: 'ready' })
    } else this.#observe(message)
  }

  #answer({ answer, bytes, dirty }: Extract<FromWorker, { bytes: number }>): void {
    const running = this.#running
    if (running === undefined) return
    this.#running = undefined
    this.#unwatch()
    this.#answered += 1
    this.#bytes = bytes
    if (dirty !== undefined) void this.#kill('failed', leftBehind(answer && running.job, dirty))
    running.done(answer)
  }

  #kill(cause: WorkerEnd['cause'], error?: unknown): Promise<void> {
    this.#end(cause, error)
    return this.#handle.kill()
  }

  // A process in a system call may take long to exit.
  #end(cause: WorkerEnd['cause'], error: unknown): void {
    if (this.#stage === 'ended') return
    this.#stage = 'ended'
    this.#unwatch()
    const end: WorkerEnd = { type: 'ended', cause, error, why: whyEnded(error, cause, this.job) }
    this.#running?.done(end)
    this.#observe(end)
  }
}

function whyEnded(error: unknown, cause: WorkerEnd['cause'], job: Job | undefined): string {
  const why = String(error ?? 'it exited')
  return cause === 'hung' || job === undefined ? why : `${why} (while it rendered "${job.state}")`
}

const notReady = (ms: number) =>
  new Error(
    `The snapshot worker was not ready after ${ms} ms: the app's module or its context() waits for a service that does not answer. Set a time limit there`,
  )

const IS_COMPILING =
  'It was the first page of its worker, which also compiles the app: raise "limits.deadline"'
const IS_ENDLESS = 'Look for an endless loop, or a call that blocks'

const hung = ({ state, deadline }: Job, remedy: string): string =>
  `the snapshot of ${JSON.stringify(state)} hung: its code ran for over ${deadline} ms without a pause. ${remedy}`

/** @param job Undefined: an earlier page has left it, and the worker refused this job. */
const leftBehind = (job: Job | undefined, dirty: readonly string[]) =>
  new Error(
    `${job ? `the page of ${JSON.stringify(job.state)}` : 'an earlier page'} left something that cannot be undone, so its worker was replaced: ${dirty.join('; ')}`,
  )

const ENTRY = fileURLToPath(new URL('../../worker-entry.cjs', import.meta.url))

export interface PoolProgram {
  readonly name: 'table' | 'adopted' | 'development'
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

/** The first process hands over the code that V8 compiled, and later ones start with that code. */
export function workerStarter(program: PoolProgram): StartWorker {
  let code: CompiledCode | undefined
  let provider: ChildProcess | undefined
  return ({ message, exited }) => {
    const child = fork(ENTRY, [program.name], {
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
    let cause: 'failed' | 'killed' = 'failed'
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
        if (signal === 'SIGKILL') cause = 'killed'
        failure ??= new Error(`the snapshot process ended: ${endOf(code, signal)}`)
        end()
      })
    })
    child.on('message', (value: FromProcess) => {
      if ('failed' in value) failure = value.failed
      else if ('code' in value) code = value.code
      else if ('dev' in value) program.receive?.(value.dev, (dev) => send({ dev }))
      else message(value)
    })
    void gone.then(() => exited(failure, cause))
    return {
      usage: () => usageOf(child.pid),
      post: send,
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
