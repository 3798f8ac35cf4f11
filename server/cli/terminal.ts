// The output and exit codes of commands. Results go to standard output, all else to standard error.
// Untrusted text cannot control the terminal.

import { printableJson } from '../diagnostics/printable.ts'
import { type Styled, safely } from './styled.ts'

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

export interface Terminal {
  readonly json: boolean
  line(text?: string | Styled): void
  /** Result lines for people, as they would be in a file. */
  lines(text: string): void
  note(text: string | Styled): void
  result(value: unknown): void
  /** Counts steps on the last line of a terminal. @param total Undefined: unknown. */
  progress(what: string, total?: number): { step(): void; stop(): void }
}

/** Least ms between two updates of a count. */
const REFRESH = 100

const ERASE = '\r\x1b[K'

export function createTerminal(options: { readonly json?: boolean | undefined }): Terminal {
  const json = options.json ?? false
  const isShown = process.stderr.isTTY
  let counter = ''
  const write = (stream: NodeJS.WriteStream, text: string) => {
    if (counter !== '') process.stderr.write(ERASE)
    stream.write(`${text}\n`)
    if (counter !== '') process.stderr.write(counter)
  }
  return {
    json,
    line: (text = '') => json || write(process.stdout, safely(text)),
    lines: (text) => json || write(process.stdout, text.split('\n').map(safely).join('\n')),
    note: (text) => write(process.stderr, safely(text)),
    result: (value) => json && write(process.stdout, printableJson(JSON.stringify(value, null, 2))),
    progress(what, total) {
      let steps = 0
      let shown = 0
      return {
        step() {
          steps += 1
          if (!isShown || performance.now() - shown < REFRESH) return
          shown = performance.now()
          counter = `${what} ${steps}${total === undefined ? '' : ` of ${total}`}`
          process.stderr.write(ERASE + counter)
        },
        stop() {
          if (counter !== '') process.stderr.write(ERASE)
          counter = ''
        },
      }
    },
  }
}

export const count = (number: number, unit: string, units = `${unit}s`): string =>
  `${number.toLocaleString('en')} ${number === 1 ? unit : units}`
