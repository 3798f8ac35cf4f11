/** The document of a thread, which has one page at a time: jobs take turns. */
import { soiled } from '../happy-dom/index.ts'
import type { Job } from '../pool/protocol.ts'

/** Told which job has the DOM, in case that it never gives it back. */
export interface Turns {
  enter(job: number): void
  leave(): void
}

/** Does the work of a job when no page is shown. */
export type InTurn = <T>(job: Pick<Job, 'id'>, work: () => Promise<T>) => Promise<T>

/** Creates the queue. */
export function takeTurns(turns: Turns): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (job, work) => {
    const mine = last.then(() => {
      if (soiled().length > 0) return NEVER
      turns.enter(job.id)
      return work()
    })
    last = mine.then(turns.leave, turns.leave)
    return mine
  }
}

/** The turn of a page in a thread that is about to be ended: it is drawn in another. */
const NEVER = new Promise<never>(() => {})
