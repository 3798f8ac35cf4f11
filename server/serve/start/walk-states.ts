// Finds the states of an adopted page by its links, breadth first, up to a limit. Also follows
// canonical links and redirects.

import type { ReadableScheme } from '../../../src/readable.ts'
import { canonicalState } from '../../../src/state.ts'
import { toUglyUrl } from '../../../src/url.ts'
import { type HeadSaid, headSaid } from '../../html/head-said.ts'
import type { Handler } from '../../http/types.ts'
import { stateOfUrl } from '../../site/state-of-url.ts'
import { type StatePrefix, stateShape } from '../../site/state-shape.ts'
import { linkedStates } from '../handler/adopted-states.ts'

export interface WalkedState {
  readonly state: string
  /** The URL for people; the page's own URL for the empty state. */
  readonly pretty: string
  readonly ugly: string
  readonly url: string
  readonly status: number
  /** Whether to list it: it exists, may be indexed, and is its own canonical state. */
  readonly index: boolean
  readonly says: HeadSaid
}

export interface Walk {
  readonly handler: Handler
  readonly origin: string
  readonly page: string
  readonly prefix: StatePrefix
  readonly readable?: ReadableScheme | undefined
  /** Most states. Default: 5000. */
  readonly limit?: number | undefined
  /** The first states. Default: the empty one. */
  readonly from?: readonly string[]
  /** How many states are requested at once. Default: 4. */
  readonly together?: number | undefined
  readonly signal?: AbortSignal
}

const MOST = 5000
const TOGETHER = 4

export async function* walkStates(walk: Walk): AsyncGenerator<WalkedState, void, undefined> {
  const { page, origin, prefix, limit = MOST, from = [''], together = TOGETHER, signal } = walk
  const shape = stateShape(prefix, walk.readable)
  const pageUrl = origin + page
  const queue: string[] = []
  const seen = new Set<string>()
  const add = (state: string) => {
    if (seen.has(state) || seen.size >= limit) return
    seen.add(state)
    queue.push(state)
  }
  for (const state of from) add(canonicalState(state))
  while (queue.length > 0 && !signal?.aborted) {
    const answers = await Promise.all(
      queue.splice(0, together).map((state) => visit(walk.handler, pageUrl, origin, state)),
    )
    for (const { state, ugly, status, html, canonical, location, isIndexed } of answers) {
      const says = headSaid(html)
      for (const linked of linkedStates(html, pageUrl, shape)) add(linked.state)
      const url = shape.listedUrl(pageUrl, state)
      const other = canonical !== undefined && canonical !== url ? canonical : undefined
      for (const stands of [other, location]) {
        const led = stands === undefined ? null : stateOfUrl(stands, pageUrl, shape)
        if (led !== null) add(led)
      }
      const index = status === 200 && isIndexed && other === undefined
      yield { state, ugly, status, index, url, says, pretty: shape.prettyUrl(pageUrl, state) }
    }
  }
}

async function visit(handler: Handler, pageUrl: string, origin: string, state: string) {
  const ugly = toUglyUrl(`${pageUrl}#!${state}`) ?? pageUrl
  const target = ugly.slice(origin.length)
  const answer = await handler({ method: 'GET', target, headers: {} })
  const { status = 404, headers = {}, body } = answer ?? {}
  return {
    ...{ state, ugly, status },
    html: status === 200 && body ? body.toString() : '',
    canonical: /<([^>]+)>; rel="canonical"/.exec(headers.link ?? '')?.[1],
    location: headers.location,
    isIndexed: !/noindex/.test(headers['x-robots-tag'] ?? ''),
  }
}
