// Memory of processes, as Linux counts it. Processes share the cost of their common pages.
import { readdirSync, readFileSync } from 'node:fs'

/** The processes that a process has started, and those that these have. */
export function descendants(of: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    const stat = read(`/proc/${name}/stat`)
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    if (stat !== '') parents.set(Number(name), parent)
  }
  const found = [of]
  for (const one of found) for (const [pid, parent] of parents) if (parent === one) found.push(pid)
  return found.slice(1)
}

/** Proportional set size in MB. */
export function megabytes(pids: readonly number[]): number {
  const sizes = pids.map((pid) =>
    Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0),
  )
  return sizes.reduce((sum, size) => sum + size, 0) / 1024
}

export const commandOf = (pid: number): string => read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
