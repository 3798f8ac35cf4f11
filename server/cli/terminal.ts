// What a command says and how it ends: lines and colours for people, one JSON document for machines, bars
// where someone looks at them. Results go to standard output, everything about the run to standard error.
// Whatever is in them, no character but a line's end and the colours of styled.ts commands the terminal.

import { Presets, SingleBar } from 'cli-progress'
import { printableJson } from '../diagnostics/printable.ts'
import { dim, type Styled, safely } from './styled.ts'

/** How a command ends. */
export const EXIT = {
  ok: 0,
  /** It ran, and found something that is not as it should be. */
  finding: 1,
  /** It was called or configured wrongly, and did nothing. */
  usage: 2,
  /** It could not do its work: a file, the network, a browser, a bug. */
  failure: 3,
  /** It was interrupted, and has told what it had found. As shells say it: 128 and SIGINT's number. */
  interrupted: 130,
} as const

/** One of the exit codes. */
export type Exit = (typeof EXIT)[keyof typeof EXIT]

/** A command was called or configured wrongly; the message says how it would be right. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** A command could not do its work, for a reason outside of it; the message says which. */
export class WorkError extends Error {
  override name = 'WorkError'
}

/** How far a long run is. */
export interface Progress {
  /** One more is done; or so many. */
  step(count?: number): void
  /** The total, when it becomes known later. */
  total(count: number): void
  stop(): void
}

/** Where a command writes. */
export interface Terminal {
  /** True when the result is to be one JSON document. */
  readonly json: boolean
  /** A line of the result for people; nothing when it is to be JSON. */
  line(text?: string | Styled): void
  /** Lines of the result for people, as they are in a file. */
  lines(text: string): void
  /** A line about the run. */
  note(text: string | Styled): void
  /** The result for machines; nothing when it is for people. */
  result(value: unknown): void
  /** Shows progress: a bar on a terminal, a line for each tenth in a pipe. */
  progress(what: string, total: number): Progress
}

/** Makes the terminal of a command. */
export function createTerminal(options: { readonly json?: boolean | undefined }): Terminal {
  const json = options.json ?? false
  let bar: SingleBar | undefined
  const write = (stream: NodeJS.WriteStream, text: string) => {
    // A bar is wiped for a line and drawn again by its own clock.
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
  let told = 0
  return {
    step(count = 1) {
      value += count
      const tenth = Math.floor((value / all) * 10)
      if (tenth > told && all >= 100) say(`${what}: ${value} of ${all}`)
      told = Math.max(told, tenth)
    },
    total(count) {
      all = count
    },
    stop() {
      if (all >= 100 && told < 10) say(`${what}: ${value}`)
    },
  }
}

/** A number with its unit, in the plural where it is not one: `1 file`, `2,000 files`. */
export const count = (number: number, unit: string, units = `${unit}s`): string =>
  `${number.toLocaleString('en')} ${number === 1 ? unit : units}`
