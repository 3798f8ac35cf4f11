// Describes differences in a sentence, for a terminal or a build server.

import type { Difference } from './compare-facts.ts'

/** Longest quotation, in characters. */
const QUOTED = 160

const quote = (items: readonly string[]): string => {
  const text = items.map((item) => `"${item}"`).join(', ')
  return text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text
}

export function describe({ kind, added, missing }: Difference): string {
  const parts = [
    ...(added.length > 0 ? [`only the snapshot has ${quote(added)}`] : []),
    ...(missing.length > 0 ? [`only the page has ${quote(missing)}`] : []),
  ]
  return `${kind}: ${parts.join('; ')}`
}
