/** Workers without threads, in a time without clocks: a job's state says what comes of it. */
import type { Clock } from '../../../../server/diagnostics/runtime/clock.ts'
import type { Job, Snapshot, ToWorker } from '../../../../server/snapshot/pool/protocol.ts'
import type {
  WorkerHandle,
  WorkerListener,
} from '../../../../server/snapshot/pool/worker-handle.ts'

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

const BEAT = 100
/** How many ms a page takes. */
export const WORK = 30
/** How many bytes a `hoard/…` leaves behind. */
export const HOARDED = 1000
const WAIT = 1700
const STARTS: Readonly<Record<string, number>> = { soon: 50, slowly: 400 }

const SNAPSHOT = { type: 'snapshot', warnings: [] } as unknown as Snapshot

/** What the state of a job begins with. */
const kindOf = (job: Job | undefined): string => job?.state.split('/')[0] ?? ''

/**
 * One job after the other; `loop/…` never ends, `exit/…` ends the worker, all else is answered after a while. Beside them are
 * `later/…`, which waits and then loops, `holds/…`, which has the DOM from then on and is answered by a second worker only, and
 * `hoard/…`, which leaves `HOARDED` bytes in the worker.
 */
export class FakeWorker implements WorkerHandle {
  #clock: FakeClock
  #listener: WorkerListener | undefined
  #jobs: Job[] = []
  #running: Job | undefined
  #dom: Job | undefined
  #beats = 0
  #busy = 0
  #bytes = 0
  static readonly #held = new Set<string>()
  isReady = false
  isGone = false
  /** The state that ended it. */
  endedBy: string | undefined

  constructor(clock: FakeClock, start: string) {
    this.#clock = clock
    if (start === 'fails') clock.after(20, () => this.die('the module throws'))
    const takes = STARTS[start]
    if (takes !== undefined) clock.after(takes, () => this.#ready())
  }

  readonly vitals = {
    beats: () => this.#beats,
    running: () => this.#running?.id,
    dom: () => this.#dom?.id,
    computed: () => undefined,
  }

  listen(listener: WorkerListener): void {
    this.#listener = listener
  }

  post(message: ToWorker): void {
    if (!this.isReady) throw new Error('a job was given to a worker that is not ready')
    if (!('job' in message)) return
    this.#jobs.push(message.job)
    if (this.#running === undefined) this.#clock.after(0, () => this.#next())
  }

  /** How many jobs it has and has not answered. */
  get load(): number {
    return this.#jobs.length + (this.#running ? 1 : 0)
  }

  async kill(): Promise<void> {
    if (this.#loops()) this.endedBy = this.#running?.state
    this.#end(undefined)
  }

  die(why = 'it was killed'): void {
    this.#end(new Error(why))
  }

  #ready(): void {
    if (this.isGone) return
    this.isReady = true
    this.#beat()
    this.#listener?.message({ ready: true, busy: 0 })
  }

  #beat(): void {
    if (this.isGone || this.#loops()) return
    this.#beats += 1
    this.#clock.after(BEAT, () => this.#beat())
  }

  #loops(): boolean {
    return ['loop', 'later'].includes(kindOf(this.#running))
  }

  #next(): void {
    if (this.isGone || this.#running !== undefined) return
    const job = this.#jobs.shift()
    const kind = kindOf(job)
    if (kind === 'later') {
      this.#clock.after(WAIT, () => {
        this.#running = job
      })
      this.#next()
    } else if (kind === 'holds' && job && !FakeWorker.#held.has(job.state)) {
      FakeWorker.#held.add(job.state)
      this.#dom = job
      this.#next()
    } else this.#begin(job, kind)
  }

  #begin(job: Job | undefined, kind: string): void {
    this.#running = job
    if (job === undefined || kind === 'loop') return
    if (kind !== 'exit') this.#clock.after(WORK, () => this.#answer(job))
    else {
      this.endedBy = job.state
      this.#end(new Error('it exited'))
    }
  }

  #answer(job: Job): void {
    if (this.isGone) return
    this.#running = undefined
    this.#busy += WORK
    if (kindOf(job) === 'hoard') this.#bytes += HOARDED
    const { id } = job
    this.#listener?.message({ id, busy: this.#busy, bytes: this.#bytes, answer: SNAPSHOT })
    this.#next()
  }

  #end(error: unknown): void {
    if (this.isGone) return
    this.isGone = true
    this.isReady = false
    this.#listener?.ended(error)
  }
}
