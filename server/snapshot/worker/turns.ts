/** Queues jobs for the thread's document, which has one page at a time. */
import { dirtyReasons } from '../../dom/index.ts'
import type { Job } from '../pool/protocol.ts'

/** Tracks the job that holds the DOM, for the watchdog. */
export interface Turns {
  enter(job: number): void
  leave(): void
}

/** Runs a job's work while no other page is shown. */
export type InTurn = <T>(job: Pick<Job, 'id'>, work: () => Promise<T>) => Promise<T>

export interface DocumentTurns {
  readonly take: InTurn
  /**
   * Calls back once few jobs wait for a turn. A job that began earlier would only keep the memory
   * of its modules and data until its turn comes.
   */
  whenFew(begin: () => void): void
}

/** As many jobs as keep the document busy while others load. */
const FEW = 4

export function takeTurns(turns: Turns): DocumentTurns {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  const begins: (() => void)[] = []
  const next = () => {
    waiting -= 1
    if (waiting < FEW) for (const begin of begins.splice(0)) begin()
  }
  return {
    take(job, work) {
      waiting += 1
      const mine = last.then(() => {
        next()
        if (dirtyReasons().length > 0) return NEVER
        turns.enter(job.id)
        return work()
      })
      last = mine.then(turns.leave, turns.leave)
      return mine
    },
    whenFew(begin) {
      if (waiting < FEW) begin()
      else begins.push(begin)
    },
  }
}

/** A turn in a thread that is about to end: another worker draws the page. */
const NEVER = new Promise<never>(() => {})
