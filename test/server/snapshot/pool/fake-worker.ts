/** Workers without processes, in a time without clocks: a job's state decides its result. */
import type { Clock } from '../../../../server/diagnostics/runtime/clock.ts'
import type { WorkerHandle, WorkerListener } from '../../../../server/snapshot/pool/pool-worker.ts'
import type { Job, Snapshot, ToWorker } from '../../../../server/snapshot/pool/protocol.ts'

/** Time that passes when it is told to. */
export class FakeClock implements Clock {
  #now = 0
  #timers = new Set<{ readonly at: number; readonly callback: () => void }>()

  now = (): number => this.#now

  after = (ms: number, callback: () => void): (() => void) => {
    const timer = { at: this.#now + ms, callback }
    this.#timers.add(timer)
    return () => this.#timers.delete(timer)
  }

  /** Lets time pass, and all that is due in it happen, one after the other. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms
    for (;;) {
      let next = { at: end + 1, callback: () => {} }
      for (const timer of this.#timers) if (timer.at < next.at) next = timer
      if (next.at > end) break
      this.#timers.delete(next)
      this.#now = Math.max(this.#now, next.at)
      next.callback()
      await settled()
    }
    this.#now = end
    await settled()
  }
}

// So many promises deep is nothing that follows from a timer.
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 8; turn++) await null
}

/** How many ms a page takes. */
export const WORK = 30
/** How many bytes a `hoard/…` leaves behind. */
export const HOARDED = 1000
const STARTS: Readonly<Record<string, number>> = { soon: 50, slowly: 400 }

const SNAPSHOT = { type: 'snapshot', warnings: [] } as unknown as Snapshot

/** The beginnings of a job's state. */
const kindOf = (job: Job | undefined): string => job?.state.split('/')[0] ?? ''

/**
 * `loop/…` computes for ever, `exit/…` ends the worker, all else is answered after a while. Beside
 * them are `hoard/…`, which leaves `HOARDED` bytes in the worker, `soils/…`, after which it must
 * show no other page, and `bare/…`, which the worker hands back once.
 */
export class FakeWorker implements WorkerHandle {
  #clock: FakeClock
  #listener: WorkerListener
  #bare = 0
  #job: Job | undefined
  #begun = 0
  #bytes = 0
  isReady = false
  isGone = false
  /** States of the jobs that it got. */
  readonly jobs: string[] = []
  /** The state that ended it. */
  endedBy: string | undefined

  constructor(clock: FakeClock, start: string, listener: WorkerListener) {
    this.#clock = clock
    this.#listener = listener
    if (start === 'fails') clock.after(20, () => this.die('the module throws'))
    const takes = STARTS[start]
    if (takes !== undefined) clock.after(takes, () => this.#ready())
  }

  readonly usage = () =>
    kindOf(this.#job) === 'loop'
      ? { cpu: this.#clock.now() - this.#begun, isAsleep: false }
      : { cpu: 0, isAsleep: true }

  post(message: ToWorker): void {
    if (!this.isReady) throw new Error('a job was given to a worker that is not ready')
    if (!('job' in message)) return
    if (this.#job) throw new Error('a job was given to a worker that has one')
    const { job } = message
    this.#job = job
    this.jobs.push(job.state)
    this.#begun = this.#clock.now()
    const kind = kindOf(job)
    if (kind === 'loop') return
    if (kind !== 'exit') return void this.#clock.after(WORK, () => this.#answer(job))
    this.#clock.after(0, () => {
      this.endedBy = job.state
      this.#end(new Error('it exited'), 'failed')
    })
  }

  async kill(): Promise<void> {
    if (kindOf(this.#job) === 'loop') this.endedBy = this.#job?.state
    this.#end(undefined, 'failed')
  }

  /** By no page. */
  die(why?: string): void {
    this.#end(new Error(why ?? 'it was killed'), why === undefined ? 'killed' : 'failed')
  }

  #ready(): void {
    if (this.isGone) return
    this.isReady = true
    this.#listener.message({ ready: true })
  }

  #answer(job: Job): void {
    if (this.isGone) return
    this.#job = undefined
    const kind = kindOf(job)
    if (kind === 'hoard') this.#bytes += HOARDED
    const isHandedBack = kind === 'bare' && this.#bare++ === 0
    const answer = isHandedBack ? undefined : SNAPSHOT
    const dirty = kind === 'soils' ? { dirty: ['window.soiled'] } : {}
    this.#listener.message({ bytes: this.#bytes, answer, ...dirty })
  }

  #end(error: unknown, cause: 'failed' | 'killed'): void {
    if (this.isGone) return
    this.isGone = true
    this.isReady = false
    this.#listener.exited(error, cause)
  }
}
