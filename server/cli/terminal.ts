// The output, exit codes and signals of commands. Results go to standard output, all else to
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
  /** As in shells: 128 plus the number of SIGINT. */
  interrupted: 130,
} as const

export type Exit = (typeof EXIT)[keyof typeof EXIT]

/** Wrong arguments or configuration. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** An external failure. */
export class WorkError extends Error {
  override name = 'WorkError'
}

export type Terminal = ReturnType<typeof createTerminal>

/** Least ms between two updates of a count. */
const REFRESH = 100

const ERASE = '\r\x1b[K'

export function createTerminal(options: { readonly json?: boolean | undefined }) {
  const json = options.json ?? false
  const isShown = process.stderr.isTTY
  let counter = ''
  let signal: AbortSignal | undefined
  const write = (stream: NodeJS.WriteStream, text: string) => {
    if (counter !== '') process.stderr.write(ERASE)
    stream.write(`${text}\n`)
    if (counter !== '') process.stderr.write(counter)
  }
  const note = (text: string | Styled) => write(process.stderr, safely(text))
  return {
    json,
    /**
     * Aborts on the first SIGINT or SIGTERM, so that a command prints its partial result. The
     * second one ends the process. Until its first use, each one does.
     */
    get signal(): AbortSignal {
      signal ??= interruption()
      return signal
    },
    line: (text: string | Styled = '') => json || write(process.stdout, safely(text)),
    /** Several result lines. */
    lines: (text: string) => json || write(process.stdout, text.split('\n').map(safely).join('\n')),
    note,
    /** A note with a mark. */
    warn: (text: string | Styled) => note(styled`${yellow('!')} ${text}`),
    result: (value: unknown) =>
      json && write(process.stdout, printableJson(JSON.stringify(value, null, 2))),
    /** Counts steps on the last line of a terminal. @param total Undefined: unknown. */
    progress(what: string, total?: number) {
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

function interruption(): AbortSignal {
  const controller = new AbortController()
  const onSignal = () => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted)
    controller.abort()
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  return controller.signal
}

/** Ends the items when the signal aborts. */
export async function* until<T>(signal: AbortSignal, items: AsyncIterable<T>) {
  try {
    for await (const item of items) {
      if (signal.aborted) return
      yield item
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
