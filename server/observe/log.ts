// The server's log: one line of JSON for what an operator may want to know. In: what happens. Out: lines
// on standard output. What clients send is in them only as values, escaped.

import { type DestinationStream, type Logger, pino } from 'pino'
import { printableJson } from '../diagnostics/printable.ts'
import type { Observer } from './events.ts'

/** Makes a log. @param to Default: standard output. */
export function createLog(
  level: string,
  to?: DestinationStream,
): { readonly logger: Logger; readonly observe: Observer } {
  // JSON escapes less than a terminal obeys.
  const options = { level, hooks: { streamWrite: printableJson } }
  const logger = to ? pino(options, to) : pino(options)
  return {
    logger,
    observe(event) {
      switch (event.type) {
        case 'answered':
        case 'rendered':
          logger.debug(event, event.type)
          break
        case 'warning':
          logger.warn(event, event.warnings[0])
          break
        case 'replaced':
          logger.error(event, `a worker was replaced: ${event.why}`)
          break
        case 'tier':
          logger.warn(event, `${event.name} ${event.works ? 'works again' : `fails: ${event.why}`}`)
      }
    },
  }
}
