// Who holds a lock: a process by its number and when it began, and the machine, boot and container that the number is of: two
// containers may both have a process 1. In: nothing, or a holder. Out: this process as a holder; whether one is certainly alive or gone.
// proc(5): /proc/[pid]/stat, /proc/[pid]/ns; /proc/sys/kernel/random/boot_id. Where there is no /proc, the name of the machine stands for all.

import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** A process that holds a lock. */
export interface Holder {
  readonly process: number
  readonly host: string
  /** The boot of the machine, and the container in it. */
  readonly place: string
  /** When it began, in ticks since the boot; `''` where that is not known. */
  readonly began: string
}

/** This process. */
export const thisProcess = (): Holder => ({
  process: process.pid,
  host: hostname(),
  place: `${readText('/proc/sys/kernel/random/boot_id').trim()} ${readLink('/proc/self/ns/pid')}`,
  began: beginning(process.pid),
})

/** Whether a holder is alive; undefined where its numbers are not of this machine, boot and container. */
export function isAlive({ process: number, host, place, began }: Holder): boolean | undefined {
  const here = thisProcess()
  if (host !== here.host || place !== here.place) return undefined
  try {
    process.kill(number, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  // Another process may have got its number since.
  return began === beginning(number)
}

/** The 22nd field; the second is a name in brackets that may hold anything. */
function beginning(number: number): string {
  const text = readText(`/proc/${number}/stat`)
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

function readLink(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}
