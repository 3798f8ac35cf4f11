// Identifies a process by number, start, machine, boot and container: two containers can both have
// a process 1.
// proc(5): /proc/[pid]/stat, /proc/[pid]/ns; /proc/sys/kernel/random/boot_id. Without /proc, the
// host name replaces boot and container.

import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

export interface Holder {
  readonly process: number
  readonly host: string
  /** The boot of the machine, and the container. */
  readonly place: string
  /** Start time, in ticks since the boot; `''` where unknown. */
  readonly began: string
}

export const thisProcess = (): Holder => ({
  process: process.pid,
  host: hostname(),
  place: `${readText('/proc/sys/kernel/random/boot_id').trim()} ${readLink('/proc/self/ns/pid')}`,
  began: beginning(process.pid),
})

/** Undefined for a holder on another machine, boot or container. */
export function isAlive({ process: number, host, place, began }: Holder): boolean | undefined {
  const here = thisProcess()
  if (host !== here.host || place !== here.place) return undefined
  try {
    process.kill(number, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  // Another process may have the same number now.
  return began === beginning(number)
}

/** The 22nd field. The second is a name in brackets that may contain anything. */
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
