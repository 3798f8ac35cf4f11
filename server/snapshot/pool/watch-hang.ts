// Decides that a worker has to be killed: its job computes without end, or sleeps. A
// worker that only waits for a busy machine goes on.

import { readFileSync } from 'node:fs'
import type { Clock } from '../../diagnostics/runtime/clock.ts'

export interface Usage {
  /** CPU time of the main thread, in ms. */
  readonly cpu: number
  /** Waits for something other than a processor or the disk. */
  readonly isAsleep: boolean
}

/** ms between two checks. */
const CHECK = 250

/** CPU counts from this share of the deadline on: usual pages cost no check. */
const FIRST = 0.1

/** No job takes more deadlines, however little its worker could compute. */
const MOST_DEADLINES = 10

/**
 * Calls `kill` once if the job is not over by its deadline, and its worker
 * - has used as much CPU as the deadline allows, or
 * - sleeps after two deadlines, though its own timer is due at the first, or
 * - has not ended after ten deadlines, or after two if its CPU time is unknown.
 * @returns A function to call when the job is over.
 */
export function watchForHang(
  clock: Clock,
  usage: () => Usage | undefined,
  deadline: number,
  kill: () => void,
): () => void {
  const first = FIRST * deadline
  const begun = clock.now()
  let base: number | undefined
  let last: number | undefined

  function isOver(now: Usage | undefined, waited: number): boolean {
    const isLong = waited >= 2 * deadline + CHECK
    if (now === undefined || base === undefined) return isLong
    if (now.cpu - base >= deadline - first) return true
    return (isLong && now.isAsleep && now.cpu === last) || waited >= MOST_DEADLINES * deadline
  }
  function check(): void {
    const now = usage()
    if (isOver(now, clock.now() - begun)) {
      kill()
      return
    }
    last = now?.cpu
    cancel = clock.after(CHECK, check)
  }
  let cancel = clock.after(first, () => {
    base = usage()?.cpu
    cancel = clock.after(deadline - first + CHECK, check)
  })
  return () => cancel()
}

/** In ms. */
const TICK = 10

/** @returns Undefined without /proc, and for a process that has ended. */
export function usageOf(pid: number | undefined): Usage | undefined {
  if (process.platform !== 'linux' || pid === undefined) return undefined
  try {
    const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'latin1')
    // The name of the command may contain any character.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const cpu = (Number(fields[10]) + Number(fields[11])) * TICK
    return { cpu, isAsleep: state !== 'R' && state !== 'D' }
  } catch {
    return undefined
  }
}
