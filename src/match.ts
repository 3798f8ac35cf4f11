// Reads typed params and search; undefined when a codec refuses.

import { Bare, type Candidate, type Match, readText, type Values } from './candidate.ts'
import type { Capture } from './pattern.ts'
import type { StateParts } from './state.ts'

/** Shared by all matches without params. */
export const NONE: Values = /* @__PURE__ */ Object.freeze(new Bare())

export function readMatch(
  { pairs, anchor }: StateParts,
  { name, sure, params: codecs, query }: Candidate,
  names: readonly string[],
  captures: readonly Capture[],
): Match | undefined {
  const params: Record<string, unknown> = names.length ? new Bare() : NONE
  for (let index = 0; index < names.length; index++) {
    const name = names[index] as string
    const capture = captures[index] as Capture
    const value = sure ? capture : readText(codecs[name], capture)
    if (value === undefined) return undefined
    params[name] = value
  }
  const search = query ? query.read(pairs) : NONE
  const extra = query ? pairs.filter(([key]) => !query.has(key)) : pairs
  return search && { name, params, search, anchor, extra }
}
