// The state of a route: its pattern with params in it, its search, and an anchor. The inverse of a match.
// In: a route and values. Out: canonical state text, ASCII, without `#`.

import type { Candidate, Values } from './match.ts'
import { writeSearch } from './search.ts'
import { escapeText, joinState, type Pair } from './state.ts'

/** What a state has besides its pattern. */
export interface StateOptions {
  readonly search?: Values | undefined
  readonly anchor?: string | null | undefined
  /** Pairs that the route does not declare, to be kept. */
  readonly extra?: readonly Pair[] | undefined
}

/** Writes a state. @throws {RangeError} When a param is missing or empty. */
export function writeState(
  route: Candidate,
  params: Values,
  { search = {}, anchor = null, extra }: StateOptions,
): string {
  const { keyed, parts, source } = route.pattern
  const pairs: Pair[] = []
  const path: string[] = []
  for (const { key, name = '', before, after, modifier } of parts) {
    const value = name ? params[name] : ''
    const rest = modifier === 'rest'
    const many = modifier === '+' || modifier === '*'
    const values = rest
      ? String(value ?? '').split('/')
      : many
        ? ((value ?? []) as unknown[])
        : value === undefined
          ? []
          : [value]
    const codec = route.params[name]
    const texts = values.map((one) => (codec ? codec.format(one) : String(one)))
    if (name && !rest && (texts.includes('') || !(texts[0] || /[?*]/.test(modifier))))
      throw new RangeError(
        `Cannot write "${route.name}" (${source}): ":${name}" is ${JSON.stringify(value)}`,
      )
    for (const text of texts) {
      if (keyed) pairs.push([key, before + text + after])
      else path.push(escapeText(before + text + after))
    }
  }
  pairs.push(...writeSearch(route, search, extra))
  return joinState({ path: path.join('/'), pairs, keyed, anchor })
}
