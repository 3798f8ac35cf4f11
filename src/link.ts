// The state of a route: its pattern with params in it, its search, and an anchor. The inverse of a match.
// In: a route and values. Out: canonical state text, ASCII, without `#`.

import type { Candidate, Values } from './match.ts'
import { writeSearch } from './search.ts'
import { escapeSegment, joinState, type Pair } from './state.ts'

/** What a state has besides its pattern. */
export interface StateOptions {
  readonly search?: Values | undefined
  readonly anchor?: string | null | undefined
  /** Pairs that the route does not declare, to be kept. */
  readonly extra?: readonly Pair[] | undefined
}

/** Writes a state. @throws {RangeError} When a param is missing, empty, or not of its kind. */
export function writeState(route: Candidate, params: Values, options: StateOptions): string {
  const { pattern, params: codecs } = route
  const pairs: Pair[] = []
  const segments: string[] = []
  for (const { key, name, before, after, modifier } of pattern.parts) {
    const add = (text: string): unknown =>
      pattern.keyed ? pairs.push([key, text]) : segments.push(escapeSegment(text))
    if (name === undefined) {
      add(before)
      continue
    }
    const value = params[name] ?? (modifier === '*' ? [] : modifier === 'rest' ? '' : undefined)
    if (value === undefined && modifier === '?') continue
    const values =
      modifier === 'rest' ? String(value).split('/') : Array.isArray(value) ? value : [value]
    const texts = values.map((one) => {
      if (one === undefined) return ''
      const codec = Object.hasOwn(codecs, name) ? codecs[name] : undefined
      return codec ? codec.format(one) : String(one)
    })
    if (
      (texts.includes('') && modifier !== 'rest') ||
      (texts.length === 0 && modifier !== '*') ||
      (Array.isArray(value) && modifier !== '+' && modifier !== '*')
    ) {
      throw new RangeError(
        `Cannot write a link to "${route.name}" (${pattern.source}): ":${name}" cannot be ${JSON.stringify(value)}`,
      )
    }
    for (const text of texts) add(before + text + after)
  }
  return joinState({
    path: segments.join('/'),
    pairs: [...pairs, ...writeSearch(route, options.search ?? {}, options.extra)],
    keyed: pattern.keyed,
    anchor: options.anchor ?? null,
  })
}
