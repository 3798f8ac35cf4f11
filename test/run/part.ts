/**
 * One part of the test run: a child process whose lines are passed on with the part's name before them, and whose own closing
 * line `N passed, N failed[, N skipped]` is read as its result. A part that ends without that line, that is stopped at its
 * deadline, or that exits with an error although it reports none, counts as one failure; nothing is lost by crashing.
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

export interface Part {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  readonly deadlineMs: number
  /** `counts`: it must end in a line of counts. `exit`: only its exit code says how it went. */
  readonly verdict: 'counts' | 'exit'
}

export const nothing: Counts = { passed: 0, failed: 0, skipped: 0 }

export function add(a: Counts, b: Counts): Counts {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
  }
}

export function readCounts(line: string): Counts | undefined {
  const found = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/.exec(line.trim())
  if (!found) return undefined
  return { passed: Number(found[1]), failed: Number(found[2]), skipped: Number(found[3] ?? 0) }
}

export function writeCounts({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/**
 * Runs the part to its end and says what came of it. Never rejects.
 *
 * @param startTimer Starts the timer of its deadline.
 */
export async function runPart(
  part: Part,
  print = console.log,
  startTimer: (ring: () => void, ms: number) => NodeJS.Timeout | undefined = setTimeout,
): Promise<Counts> {
  const say = (text: string) => print(`${part.name} | ${text}`)
  const start = performance.now()
  let counts: Counts | undefined
  let stoppedBy: string | undefined

  const child = spawn(part.command, part.args, {
    // A group of its own, so that the deadline also ends the browsers that the child has started.
    detached: true,
    env: part.env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = (reason: string) => {
    stoppedBy ??= reason
    if (child.pid === undefined) return
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // The group has ended by itself in the meantime.
    }
  }
  const timer = startTimer(
    () => stop(`its deadline of ${part.deadlineMs / 1000} s`),
    part.deadlineMs,
  )
  const onSignal = () => stop('a signal')
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal)

  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      counts = readCounts(line) ?? counts
      say(line)
    })
  }
  const code = await new Promise<number | string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (exit, signal) => resolve(exit ?? signal ?? 'no exit code'))
  })
  clearTimeout(timer)
  process.off('SIGINT', onSignal).off('SIGTERM', onSignal)

  const result = judge(part, counts, code, stoppedBy, say)
  say(`(${((performance.now() - start) / 1000).toFixed(1)} s)`)
  return result
}

/**
 * What a part that has ended comes to.
 *
 * @param counts The last that it printed.
 * @param code How it ended.
 */
export function judge(
  part: Pick<Part, 'verdict'>,
  counts: Counts | undefined,
  code: number | string,
  stoppedBy: string | undefined,
  say: (text: string) => void,
): Counts {
  const oneMore = (why: string) => {
    say(`FAILED: ${why}; counted as one failure`)
    return add(counts ?? nothing, { passed: 0, failed: 1, skipped: 0 })
  }
  if (stoppedBy) return oneMore(`stopped by ${stoppedBy}`)
  if (part.verdict === 'exit') return code === 0 ? nothing : oneMore(`it ended with ${code}`)
  if (!counts) return oneMore(`it ended with ${code} and without a line of counts`)
  if (code !== 0 && counts.failed === 0)
    return oneMore(`it reports no failure but ended with ${code}`)
  return counts
}
