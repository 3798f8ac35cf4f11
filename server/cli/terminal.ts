// The output, errors and exit codes of commands. Results go to standard output, all else to
// standard error.

import { printableJson } from '../diagnostics/printable.ts'
import { type Styled, safely, styled, yellow } from './styled.ts'

export const EXIT = {
  ok: 0,
  /** The command found a problem. */
  finding: 1,
  /** Wrong arguments or configuration; nothing was done. */
  usage: 2,
  /** A file, the network, a browser or the code failed. */
  failure: 3,
  /** The code of shells: 128 plus the number of SIGINT. */
  interrupted: 130,
} as const

export type Exit = (typeof EXIT)[keyof typeof EXIT]

export class UsageError extends Error {
  override name = 'UsageError'
}

/** An external failure. */
export class WorkError extends Error {
  override name = 'WorkError'
}

/** Least ms between two updates of a count. */
const REFRESH = 100

const ERASE = '\r\x1b[K'

export type Terminal = ReturnType<typeof createTerminal>

export function createTerminal({ json = false }: { readonly json?: boolean }) {
  let counter = ''
  const erase = () => {
    if (counter !== '') process.stderr.write(ERASE)
  }
  const write = (stream: NodeJS.WriteStream, text: string) => {
    erase()
    stream.write(`${text}\n`)
    if (counter !== '') process.stderr.write(counter)
  }
  const note = (text: string | Styled) => write(process.stderr, safely(text))
  return {
    json,
    line: (text: string | Styled = '') => json || write(process.stdout, safely(text)),
    lines: (text: string) => json || write(process.stdout, text.split('\n').map(safely).join('\n')),
    note,
    /** A note with a mark. */
    warn: (text: string | Styled) => note(styled`${yellow('!')} ${text}`),
    result: (value: unknown) =>
      json && write(process.stdout, printableJson(JSON.stringify(value, null, 2))),
    /**
     * Counts steps on the last line of a terminal.
     * @param total Undefined: unknown. @returns Counts one step.
     */
    progress(what: string, total?: number): () => void {
      let steps = 0
      let shown = 0
      return () => {
        steps += 1
        if (!process.stderr.isTTY || performance.now() - shown < REFRESH) return
        shown = performance.now()
        counter = `${what} ${steps}${total === undefined ? '' : ` of ${total}`}`
        process.stderr.write(ERASE + counter)
      }
    },
    /** Removes the count. */
    close() {
      erase()
      counter = ''
    },
  }
}
