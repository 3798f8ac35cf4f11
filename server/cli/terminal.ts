// The output and exit codes of commands. Results go to standard output, all else to standard error.
// Untrusted text cannot control the terminal.

import { Presets, SingleBar } from 'cli-progress'
import { printableJson } from '../diagnostics/printable.ts'
import { dim, type Styled, safely } from './styled.ts'

export const EXIT = {
  ok: 0,
  /** The command ran and found a problem. */
  finding: 1,
  /** Wrong arguments or configuration; nothing was done. */
  usage: 2,
  /** The work failed: a file, the network, a browser, a bug. */
  failure: 3,
  /** Interrupted, with partial results. As in shells: 128 plus SIGINT's number. */
  interrupted: 130,
} as const

export type Exit = (typeof EXIT)[keyof typeof EXIT]

/** Wrong arguments or configuration; the message has the fix. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** An external failure; the message has the cause. */
export class WorkError extends Error {
  override name = 'WorkError'
}

export interface Progress {
  step(count?: number): void
  total(count: number): void
  stop(): void
}

export interface Terminal {
  readonly json: boolean
  line(text?: string | Styled): void
  /** Result lines for people, as they would be in a file. */
  lines(text: string): void
  note(text: string | Styled): void
  result(value: unknown): void
  /** A bar on a terminal, a line per 10 % in a pipe. */
  progress(what: string, total: number): Progress
}

export function createTerminal(options: { readonly json?: boolean | undefined }): Terminal {
  const json = options.json ?? false
  let bar: SingleBar | undefined
  const write = (stream: NodeJS.WriteStream, text: string) => {
    // Erases the bar for a line. Its own timer redraws it.
    if (bar !== undefined && stream.isTTY) process.stderr.write('\r\x1b[K')
    stream.write(`${text}\n`)
  }
  return {
    json,
    line: (text = '') => json || write(process.stdout, safely(text)),
    lines: (text) => json || write(process.stdout, text.split('\n').map(safely).join('\n')),
    note: (text) => write(process.stderr, safely(text)),
    result: (value) => json && write(process.stdout, printableJson(JSON.stringify(value, null, 2))),
    progress(what, total) {
      if (!process.stderr.isTTY) return lines(what, total, (text) => write(process.stderr, text))
      bar = new SingleBar(
        { format: `${what} {bar} {value}/{total} ${dim('{eta_formatted} left')}`, fps: 8 },
        Presets.rect,
      )
      bar.start(total, 0)
      return {
        step: (count = 1) => bar?.increment(count),
        total: (count) => bar?.setTotal(count),
        stop() {
          bar?.stop()
          bar = undefined
        },
      }
    },
  }
}

function lines(what: string, total: number, say: (text: string) => void): Progress {
  let value = 0
  let all = total
  let shownTenth = 0
  return {
    step(count = 1) {
      value += count
      const tenth = Math.floor((value / all) * 10)
      if (tenth > shownTenth && all >= 100) say(`${what}: ${value} of ${all}`)
      shownTenth = Math.max(shownTenth, tenth)
    },
    total(count) {
      all = count
    },
    stop() {
      if (all >= 100 && shownTenth < 10) say(`${what}: ${value}`)
    },
  }
}

export const count = (number: number, unit: string, units = `${unit}s`): string =>
  `${number.toLocaleString('en')} ${number === 1 ? unit : units}`
