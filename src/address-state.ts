// Removes from the state of an address the additions of campaigns, hosts and sign-in services. The
// browser and the server use the same rules.

import type { Match } from './read-match.ts'
import type { AnyTable } from './table.ts'
import { TRACKING } from './tracking.ts'

type MatchState = (state: string) => Pick<Match, 'extra' | 'search'> | null

const KEY =
  /^(?:(?:access|id|refresh)_token|token_type|expires_in|scope|(?:session_)?state|code|iss|client_info|error(?:_description|_uri)?)=/
const TOKEN = /(?:^|[?&#])(?:access|id)_token=/
// OAuth sends its `state` with a code or an error.
const STATE = /(?:^|[?&#])state=/
const CODE = /(?:^|[?&#])(?:code|error)=/

/** Removes a sign-in response, such as `&access_token=…`, except declared keys. */
export const withoutResponse = (text: string, match: MatchState): string =>
  TOKEN.test(text) || (STATE.test(text) && CODE.test(text))
    ? without(text.split(/#(?=\w+=)/)[0] as string, KEY, match)
    : text

/** Removes campaign parameters, except declared keys. */
export const withoutCampaign = (state: string, match: MatchState): string =>
  state.split(/[?&]/).some((pair) => TRACKING.test(pair)) ? without(state, TRACKING, match) : state

/** Adds or removes a final slash if only that state has a route. */
export function withRoutedSlash(state: string, match: MatchState): string {
  const other = state.replace(/\/?(?=\?|$)/, (slash) => (slash ? '' : '/'))
  return match(state) || !match(other) ? state : other
}

/** Applies all three rules. */
export const meantState = (text: string, match: MatchState): string =>
  withRoutedSlash(withoutCampaign(withoutResponse(text, match), match), match)

function without(state: string, keys: RegExp, match: MatchState): string {
  // A path has no pairs of its own before its "?".
  const routed = state.includes('?') || state[0] !== '/' ? match(state) : null
  const isOwn = (pair: string) =>
    routed?.extra.every(([key]) => key in routed.search || !pair.startsWith(key))
  const cleaned = (pairs: string) =>
    pairs
      .split('&')
      .filter((pair) => !keys.test(pair) || isOwn(pair))
      .join('&')
  const [path = '', ...query] = state.split('?')
  const left = cleaned(query.join('?'))
  return cleaned(path) + (left && `?${left}`)
}

export function declaredState(table: AnyTable, state: string): string {
  const match = /[?=]/.test(state) ? table.match(state) : null
  if (!match) return state
  const { name, params, search } = match
  // A validator declares the keys that it returns.
  const extra = match.extra.filter(([key]) => key in search)
  return extra.length === match.extra.length ? state : table.state(name, params, { search, extra })
}
