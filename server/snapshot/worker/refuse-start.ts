// Refuses a router in a snapshot: the worker shows the page, in the outlet that it would take.

import { diagnosis } from '../../diagnostics/diagnostics.ts'
import { mapStack } from '../../diagnostics/source-maps.ts'

/** The frame after those of `start`. */
const CALLER = /(?:^ +at start .*\n)+ +at (?:.*\()?(?:file:\/\/)?(.*:\d+):\d+\)?$/m

export function refuseStart(): never {
  const [, place] = CALLER.exec(mapStack(new Error().stack ?? '')) ?? []
  throw new TypeError(diagnosis('HB123', place))
}
