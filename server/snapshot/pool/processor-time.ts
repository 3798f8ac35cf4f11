/**
 * Reads a thread's CPU time by its Linux thread number, in ms; undefined on other systems. Unlike
 * elapsed time, it stays still while the thread waits for a busy machine.
 */
import { readFileSync, readlinkSync } from 'node:fs'

/** ms in a tick of the kernel's figures. */
const TICK = 10

/** The number of the calling thread; 0 if unknown. */
export function threadNumber(): number {
  try {
    return Number(/\d+$/.exec(readlinkSync('/proc/thread-self'))?.[0] ?? 0)
  } catch {
    return 0
  }
}

/** @returns ms; undefined if unknown. */
export function computedBy(thread: number): number | undefined {
  if (thread === 0) return undefined
  try {
    const stat = readFileSync(`/proc/${thread}/task/${thread}/stat`, 'latin1')
    // The name in parentheses may contain any character.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK
  } catch {
    return undefined
  }
}
