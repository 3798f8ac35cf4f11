// Detects hanging workers: reports at most once for a job that the worker hangs, and the culprit.
// Kills nothing itself.

import type { Clock } from '../../diagnostics/runtime/clock.ts'
import type { Vitals } from './heartbeat.ts'
import type { Task } from './task.ts'

/**
 * ms after the deadline at which a worker counts as hung: its own timer, which starts later,
 * answers first.
 */
const HANG_GRACE = 250

/** A job ends after this many deadlines, however many other jobs are answered meanwhile. */
const MOST_DEADLINES = 10

/** ms that an event loop may stand still on a busy machine. */
const STANDSTILL = 1000

export interface Watched {
  readonly vitals: Vitals
  answered(): number
  /** The worker's job with this id, if it has one. */
  taskOf(id: number | undefined): Task | undefined
  /** Called at most once, with the culprit if known. */
  hangs(culprit: Task | undefined): void
}

/**
 * Watches a job until you call the returned function.
 * A worker whose event loop stands still for half a deadline hangs: an early verdict costs its
 * other jobs less. A later stall counts after a whole deadline, or at the end, which moves as other
 * jobs are answered.
 * The first page gets a whole deadline, because the worker compiles the app. A thread that used no
 * CPU waits for a busy machine and has until the end.
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
      // The event loop turns: the page with the DOM or the job itself does not end.
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
