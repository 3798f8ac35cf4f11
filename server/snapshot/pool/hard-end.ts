// Decides that a job has to be ended from outside: its worker computes without end, or sleeps. A
// worker that only waits for a busy machine is neither.

import type { Clock } from '../../diagnostics/runtime/clock.ts'
import type { Usage } from './process-usage.ts'

/** ms between two looks. */
const LOOK = 250

/** CPU counts from this share of the deadline on, so that usual pages cost no look. */
const FIRST = 0.1

/** No job takes longer than this many deadlines, however little its worker could compute. */
const MOST_DEADLINES = 10

/**
 * Calls `end` once if the job is not over by its deadline, and its worker
 * - has used as much CPU as the deadline allows, or
 * - sleeps after two deadlines: its own timer would have woken it at the first, or
 * - has not ended after ten deadlines; where the system tells no CPU time, after two.
 * @returns A function to call when the job is over.
 */
export function endHard(
  clock: Clock,
  usage: () => Usage | undefined,
  deadline: number,
  end: () => void,
): () => void {
  const first = FIRST * deadline
  const begun = clock.now()
  let base: number | undefined
  let last: number | undefined

  function isOver(now: Usage | undefined, waited: number): boolean {
    const isLong = waited >= 2 * deadline + LOOK
    if (now === undefined || base === undefined) return isLong
    if (now.cpu - base >= deadline - first) return true
    return (isLong && now.isAsleep && now.cpu === last) || waited >= MOST_DEADLINES * deadline
  }
  function look(): void {
    const now = usage()
    if (isOver(now, clock.now() - begun)) {
      end()
      return
    }
    last = now?.cpu
    cancel = clock.after(LOOK, look)
  }
  let cancel = clock.after(first, () => {
    base = usage()?.cpu
    cancel = clock.after(deadline - first + LOOK, look)
  })
  return () => cancel()
}
