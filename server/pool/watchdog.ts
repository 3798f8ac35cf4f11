// Finds workers that hang. In: signs of life of a worker, a job that it was given. Out: one verdict, that it hangs
// and by whose job, unless the job is answered before. It kills nothing itself.

import type { Clock } from '../runtime/clock.ts'
import type { Vitals } from './heartbeat.ts'
import type { Task } from './pool-worker.ts'

/** A worker answers by itself at the deadline, which begins when it does; this many ms later it counts as hung. */
const HANG_GRACE = 250

/** However many others are answered meanwhile, a job is at its end after so many deadlines. */
const MOST_DEADLINES = 10

/** An event loop may stand still for so many ms on a busy machine. */
const STANDSTILL = 1000

/** What is watched. */
export interface Watched {
  readonly vitals: Vitals
  /** How many jobs it has answered. */
  answered(): number
  /** The job of an id, if it is one of the worker's. */
  taskOf(id: number | undefined): Task | undefined
  /** Called once at most. Whose job it is, if that is known. */
  hangs(culprit: Task | undefined): void
}

/**
 * Watches over a job of a worker until the returned function is called.
 *
 * A worker whose event loop stands still for half a deadline will not make the other half either; found so
 * early, it costs the others that it has only half their time. It may come to stand later: then it is found
 * when it has stood for a whole deadline, or at the end, which comes later where others are answered.
 * A worker that has answered nothing yet compiles the app, so it has a whole deadline for its first page.
 * What has not computed either waits for the machine, which has much else to do: it has until the end.
 */
export function watchdog(clock: Clock, worker: Watched, task: Task): () => void {
  const { vitals, taskOf } = worker
  const { deadline } = task.job
  const half = Math.min(deadline, Math.max(deadline / 2, STANDSTILL))
  const soon = worker.answered() === 0 ? deadline : half
  let beats = vitals.beats()
  let answered = worker.answered()
  let end = 2 * deadline + HANG_GRACE
  let computed = vitals.computed()
  let cancel = () => {}
  const look = (ms: number, waited: number): void => {
    cancel = clock.after(ms, () => {
      const stands = vitals.beats() === beats
      const now = vitals.computed()
      const isBusy = now === undefined || computed === undefined || now - computed >= 0.8 * soon
      const culprit = stands ? taskOf(vitals.running()) : undefined
      if (worker.answered() !== answered) {
        end = Math.max(end, Math.min(waited + deadline, MOST_DEADLINES * deadline))
      }
      if (stands && isBusy && waited < end) return worker.hangs(culprit)
      // Its event loop turns: what does not end is the page that has the DOM, or the job itself.
      if (waited >= end) return worker.hangs(culprit ?? taskOf(vitals.dom()) ?? task)
      if (!stands) computed = now
      beats = vitals.beats()
      answered = worker.answered()
      const next = Math.min(stands ? soon : deadline, end - waited)
      look(next, waited + next)
    })
  }
  look(soon, soon)
  return () => cancel()
}
