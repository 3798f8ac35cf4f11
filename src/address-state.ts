// Reads the state of an address, despite changes by mail programs, hosts and sign-in services.

import type { Match } from './candidate.ts'
import type { AnyTable } from './table.ts'

type MatchState = (state: string) => Pick<Match, 'extra' | 'search'> | null

const KEY =
  /^(?:(?:access|id|refresh)_token|token_type|expires_in|scope|(?:session_)?state|code|iss|client_info|error(?:_description|_uri)?)=/
const TOKEN = /(?:^|[?&#])(?:access|id)_token=/
// OAuth sends its `state` with a code or an error.
const STATE = /(?:^|[?&#])state=/
const CODE = /(?:^|[?&#])(?:code|error)=/

/** Removes a sign-in service's response, such as `&access_token=…`, except declared keys. */
export function withoutResponse(text: string, match: MatchState): string {
  if (!TOKEN.test(text) && !(STATE.test(text) && CODE.test(text))) return text
  const [state = ''] = text.split(/#(?=\w+=)/)
  // A path has no pairs of its own before its "?".
  const extra = state.includes('?') || state[0] !== '/' ? match(state)?.extra : undefined
  const isOwn = (pair: string) => extra && !extra.some(([key]) => pair.startsWith(`${key}=`))
  const own = (pairs: string) =>
    pairs
      .split('&')
      .filter((pair) => !KEY.test(pair) || isOwn(pair))
      .join('&')
  const [path = '', ...query] = state.split('?')
  const left = own(query.join('?'))
  return own(path) + (left && `?${left}`)
}

/** Removes a final slash if no route matches the path with it, and one matches without. */
export function withoutSlash(state: string, match: MatchState): string {
  const bare = state.replace(/^([^?]*)\/(?=\?|$)/, '$1')
  return bare === state || match(state) || !match(bare) ? state : bare
}

export function declaredState(table: AnyTable, text: string): string {
  const match = /[?=]/.test(text) ? table.match(text) : null
  if (!match) return text
  const { name, params, search } = match
  // A validator declares the keys that it returns.
  const extra = match.extra.filter(([key]) => key in search)
  if (extra.length === match.extra.length) return text
  return table.state(name, params, { search, extra })
}
