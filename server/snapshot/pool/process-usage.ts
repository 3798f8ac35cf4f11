// Reads how much a process has computed, from Linux's /proc. Unlike time on the clock, CPU time
// stands still while the process waits for a busy machine.

import { readFileSync } from 'node:fs'

export interface Usage {
  /** CPU time of its main thread, in ms. */
  readonly cpu: number
  /** Whether it waits for something other than a processor or the disk. */
  readonly isAsleep: boolean
}

/** ms in a tick of the kernel's figures. */
const TICK = 10

/** @returns Undefined on other systems, and for a process that has ended. */
export function usageOf(pid: number | undefined): Usage | undefined {
  if (process.platform !== 'linux' || pid === undefined) return undefined
  try {
    const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'latin1')
    // The name in parentheses may contain any character.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const cpu = (Number(fields[10]) + Number(fields[11])) * TICK
    return { cpu, isAsleep: state !== 'R' && state !== 'D' }
  } catch {
    return undefined
  }
}
