// What the log says of a page that shows something else when it is walked to. In: the snapshot of a state loaded anew, and that of a
// page that has come to it from another. Out: where what is served of them differs; undefined where it does not, byte for byte.

import { whereTheyDiffer } from '../html/first-difference.ts'
import type { Snapshot } from '../pool/protocol.ts'

const SERVED = [
  'status',
  'state',
  'lang',
  'canonical',
  'indexable',
  'maxAge',
  'tags',
  'head',
  'markdown',
  'body',
] as const

/** Says it. */
export function servedDifference(fresh: Snapshot, walked: Snapshot): string | undefined {
  for (const name of SERVED) {
    const [expected, found] = [fresh[name], walked[name]].map(textOf) as [string, string]
    if (expected === found) continue
    return ['head', 'markdown', 'body'].includes(name)
      ? whereTheyDiffer(expected, found)
      : `its ${name} is ${found} instead of ${expected}`
  }
  return undefined
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')
