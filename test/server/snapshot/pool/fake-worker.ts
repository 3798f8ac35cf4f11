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
  #timers = new Map<symbol, { at: number; callback: () => void }>()

  now = (): number => this.#now

  after = (ms: number, callback: () => void): (() => void) => {
    const id = Symbol('timer')
    this.#timers.set(id, { at: this.#now + ms, callback })
    return () => this.#timers.delete(id)
  }

  /** Lets time pass, and all that is due in it happen, one after the other. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms
    for (;;) {
      let next: [symbol, { at: number; callback: () => void }] | undefined
      for (const timer of this.#timers)
        if (next === undefined || timer[1].at < next[1].at) next = timer
      if (next === undefined || next[1].at > end) break
      const [id, { at, callback }] = next
      this.#timers.delete(id)
      this.#now = Math.max(this.#now, at)
      callback()
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

/**
 * One job after the other; `loop/…` never ends, `exit/…` ends the worker, all else is answered after a while. Beside them are
 * `later/…`, which waits and then loops, `holds/…`, which has the DOM from then on and is answered by a second worker only, and
 * `store/…`, which shows how many of its kind the worker has made before, and
 * `hoard/…`, which leaves `HOARDED` bytes in the worker, and `freeze/…`, which can be made in its document only.
 */
export class FakeWorker implements WorkerHandle {
  #clock: FakeClock
  #listener: WorkerListener | undefined
  #jobs: Job[] = []
  #running: Job | undefined
  #dom: Job | undefined
  #beats = 0
  #stores = 0
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
    if ('job' in message) {
      this.#jobs.push(message.job)
      if (this.#running === undefined) this.#clock.after(0, () => this.#next())
    }
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
    return /^(loop|later)/.test(this.#running?.state ?? '')
  }

  #next(): void {
    if (this.isGone || this.#running !== undefined) return
    const job = this.#jobs.shift()
    if (job?.state.startsWith('later')) {
      this.#clock.after(WAIT, () => {
        this.#running = job
      })
      this.#next()
      return
    }
    if (job?.state.startsWith('holds') && !FakeWorker.#held.has(job.state)) {
      FakeWorker.#held.add(job.state)
      this.#dom = job
      this.#next()
      return
    }
    this.#running = job
    if (job === undefined || job.state.startsWith('loop')) return
    if (job.state.startsWith('exit')) {
      this.endedBy = job.state
      this.#end(new Error('it exited'))
      return
    }
    this.#clock.after(WORK, () => {
      if (this.isGone) return
      this.#running = undefined
      this.#busy += WORK
      this.#bytes += job.state.startsWith('hoard') ? HOARDED : 0
      const [busy, bytes] = [this.#busy, this.#bytes]
      const isFrozen = job.state.startsWith('freeze')
      this.#listener?.message({
        ...{ id: job.id, busy, bytes },
        answer: isFrozen && !job.inDocument ? undefined : this.#made(job),
        ...(isFrozen && { dirty: ['Math'] }),
      })
      this.#next()
    })
  }

  #made(job: Job): Snapshot {
    if (!job.state.startsWith('store')) return SNAPSHOT
    return { ...SNAPSHOT, body: String(this.#stores++) }
  }

  #end(error: unknown): void {
    if (this.isGone) return
    this.isGone = true
    this.isReady = false
    this.#listener?.ended(error)
  }
}
