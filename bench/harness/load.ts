// Measures how much of the machine other programs use while a bench runs, from the CPU time of the
// bench's own processes. A bench should not judge times of a busy machine.

import { readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { setTimeout } from 'node:timers/promises'

/** Above this share a bench passes no verdict. */
export const MOST_LOAD = 0.1

/** Unix counts the CPU time of a process in such ticks a second. */
const TICKS = 100

/**
 * @returns A function that returns the share of all CPU time that other programs have used since;
 * NaN if the system does not report it.
 */
export function meterLoad(): () => number {
  const before = taken()
  return () => {
    const after = taken()
    const all = after.all - before.all
    return all > 0 ? Math.max(0, after.busy - before.busy - (after.own - before.own)) / all : 0
  }
}

/** The share that others use while nothing runs here. */
export async function loadBefore(ms = 500): Promise<number> {
  const read = meterLoad()
  await setTimeout(ms)
  return read()
}

/**
 * CPU time in ms: of the machine, how much of it was used, and how much of that by this process and
 * those it has started.
 */
function taken(): { all: number; busy: number; own: number } {
  let [all, idle] = [0, 0]
  for (const { times } of cpus()) {
    idle += times.idle
    for (const ms of Object.values(times)) all += ms
  }
  return { all, busy: all - idle, own: ownTime() }
}

/**
 * CPU time in ms of this process, all its threads, and the processes that it has started. Theirs is
 * counted in steps of 10 ms.
 */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage()
  const all = usages()
  let started = 0
  for (const [pid, { ms }] of all) if (pid !== process.pid && isOwn(pid, all)) started += ms
  return (user + system) / 1000 + started
}

/** CPU time in ms of another process, in steps of 10 ms; NaN where the system does not tell. */
export const timeOf = (pid: number): number => usageAt(`/proc/${pid}/stat`)?.ms ?? Number.NaN

/**
 * CPU time in ms of a process without that of its main thread: for a server, the time of its
 * workers.
 */
export function timeOfWorkers(pid: number): number {
  const [all, main] = [usageAt(`/proc/${pid}/stat`), usageAt(`/proc/${pid}/task/${pid}/stat`)]
  return all && main ? all.ms - main.ms : Number.NaN
}

interface Usage {
  readonly parent: number
  readonly ms: number
}

type Usages = ReadonlyMap<number, Usage>

function ownTime(): number {
  const all = usages()
  return all.size === 0
    ? Number.NaN
    : [...all].reduce((sum, [pid, { ms }]) => sum + (isOwn(pid, all) ? ms : 0), 0)
}

function usages(): Usages {
  const all = new Map<number, Usage>()
  for (const name of processes()) {
    const usage = /^\d+$/.test(name) ? usageAt(`/proc/${name}/stat`) : undefined
    if (usage) all.set(Number(name), usage)
  }
  return all
}

/** Whether it is this process, or one that this process has started. */
function isOwn(pid: number | undefined, all: Usages): boolean {
  return pid === process.pid || (pid !== undefined && pid > 1 && isOwn(all.get(pid)?.parent, all))
}

function processes(): string[] {
  try {
    return readdirSync('/proc')
  } catch {
    return []
  }
}

/**
 * See proc_pid_stat(5): after the name, which may hold anything, field 4 is the parent, 14 to 17
 * are times, its children's with them.
 */
function usageAt(file: string): Usage | undefined {
  try {
    const text = readFileSync(file, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return { parent: Number(fields[1]), ms: (ticks * 1000) / TICKS }
  } catch {
    // It has ended since.
    return undefined
  }
}
