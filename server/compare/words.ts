// Differences in words. In: a difference. Out: a sentence for a terminal or a build server.

import type { Difference } from './compare.ts'

/** How long a quotation may be. */
const QUOTED = 160

const quote = (items: readonly string[]): string => {
  const text = items.map((item) => `"${item}"`).join(', ')
  return text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text
}

/** Tells a difference. */
export function describe({ kind, added, missing }: Difference): string {
  const told = [
    ...(added.length > 0 ? [`only the snapshot has ${quote(added)}`] : []),
    ...(missing.length > 0 ? [`only the page has ${quote(missing)}`] : []),
  ]
  return `${kind}: ${told.join('; ')}`
}
