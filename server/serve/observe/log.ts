// Writes server events as JSON lines to standard output. `serve` and `adopt` call it.

import { type DestinationStream, type Logger, pino } from 'pino'
import { printableJson } from '../../diagnostics/printable.ts'
import { type Observer, sentenceOf } from './events.ts'

/** @param to Default: standard output. */
export function createLog(
  level: string,
  to?: DestinationStream,
): { readonly logger: Logger; readonly observe: Observer } {
  // JSON leaves some characters raw that terminals interpret.
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
          logger.error(event, sentenceOf(event))
          break
        case 'tier':
          logger.warn(event, sentenceOf(event))
      }
    },
  }
}
