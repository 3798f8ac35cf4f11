// Builds the canonical state of a route from its values: the inverse of a match.

import { fault } from './diagnostics.ts'
import type { Candidate, NamedValues, SearchQuery } from './read-match.ts'
import { escapeState, joinState, type Pair } from './state.ts'

export interface StateOptions {
  readonly search?: NamedValues | undefined
  readonly anchor?: string | null | undefined
  /** Undeclared pairs to keep. */
  readonly extra?: readonly Pair[] | undefined
}

/** @throws {RangeError} When a param is missing or empty. */
export function writeState(
  route: Candidate,
  params: NamedValues,
  { search = {}, anchor = null, extra }: StateOptions,
): string {
  const { keyed, parts, source } = route.pattern
  const { query } = route
  const pairs: Pair[] = []
  const path: string[] = []
  for (const { key, name = '', before, after, modifier } of parts) {
    const value = name ? params[name] : ''
    const isRest = modifier === 'rest'
    const many = modifier === '+' || modifier === '*'
    const values = isRest
      ? String(value ?? '').split('/')
      : many
        ? ((value ?? []) as unknown[])
        : value === undefined
          ? []
          : [value]
    const codec = route.params[name]
    const texts = values.map((one) => (codec ? codec.format(one) : String(one)))
    if (name && !isRest && (texts.includes('') || !(texts[0] || /[?*]/.test(modifier))))
      throw fault('HB007', [route.name, source, name, value, params], RangeError)
    for (const text of texts) {
      if (keyed) pairs.push([key, before + text + after])
      else path.push(escapeState(before + text + after))
    }
  }
  pairs.push(...(query?.write(search) ?? []), ...(extra ?? undeclared(search, query)))
  return joinState({ path: path.join('/'), pairs, keyed, anchor })
}

// Pairs of a validator, which no codec declares.
const undeclared = (search: NamedValues, query: SearchQuery | undefined): Pair[] =>
  Object.entries(search).flatMap(([key, value]) =>
    value === undefined || query?.has(key)
      ? []
      : [value].flat().map((one): Pair => [key, String(one)]),
  )
