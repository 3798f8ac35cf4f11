// What a state says to the route that it belongs to: typed params and search.
// In: what the index captured, and the state's query. Out: a match, or undefined when a codec refuses.

import { Bare } from './bare.ts'
import { type Candidate, type Match, readText, type Values } from './candidate.ts'
import type { Capture } from './pattern.ts'
import type { StateParts } from './state.ts'

/** What all matches of routes share that take nothing. */
export const NONE: Values = /* @__PURE__ */ Object.freeze(new Bare())

/** Reads a state that the route's pattern fits. */
export function readMatch(
  { pairs, anchor }: StateParts,
  { name, params: codecs, query }: Candidate,
  names: readonly string[],
  captures: readonly Capture[],
): Match | undefined {
  const params: Record<string, unknown> = names.length ? new Bare() : NONE
  for (let index = 0; index < names.length; index++) {
    const name = names[index] as string
    const value = readText(codecs[name], captures[index] as Capture)
    if (value === undefined) return undefined
    params[name] = value
  }
  const search = query ? query.read(pairs) : NONE
  const extra = query ? pairs.filter(([key]) => !query.has(key)) : pairs
  return search && { name, params, search, anchor, extra }
}
