/**
 * For how long a thread has computed. A thread that waits for a busy machine computes nothing, however much time goes by. In: the
 * number that Linux knows it by. Out: ms. Other systems do not say.
 */
import { readFileSync, readlinkSync } from 'node:fs'

/** ms in a tick of the kernel's figures. */
const TICK = 10

/** The number of the calling thread; 0 where there is none. */
export function threadNumber(): number {
  try {
    return Number(/\d+$/.exec(readlinkSync('/proc/thread-self'))?.[0] ?? 0)
  } catch {
    return 0
  }
}

/** @returns ms; undefined where it is not known. */
export function computedBy(thread: number): number | undefined {
  if (thread === 0) return undefined
  try {
    const stat = readFileSync(`/proc/${thread}/task/${thread}/stat`, 'latin1')
    // The name, in parentheses, may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK
  } catch {
    return undefined
  }
}
