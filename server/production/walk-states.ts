// The states of an adopted page, found by its links. In: the site's own handler, the page. Out: one state after the other with what it
// is answered, in the order of their distance from the first; no more than a bound. What a page calls its canonical
// state, or sends its readers to, is walked to, too; the first stands for the page.

import type { ReadableScheme } from '../../src/readable.ts'
import { canonicalState } from '../../src/state.ts'
import { toUglyUrl } from '../../src/url.ts'
import { linkedStates } from '../handler/adopted-states.ts'
import { type HeadSaid, headSaid } from '../html/head-said.ts'
import type { Handler } from '../http/types.ts'
import { stateOfUrl } from '../site/state-of-url.ts'
import { type StatePrefix, stateShape } from '../site/state-shape.ts'

/** A state that was walked to. */
export interface WalkedState {
  readonly state: string
  /** What people see; the page's own URL for the empty state. */
  readonly pretty: string
  /** Where its snapshot is. */
  readonly ugly: string
  /** What sitemaps list. */
  readonly url: string
  readonly status: number
  /** Whether it is to be listed: it is there, may be indexed, and no other state stands for it. */
  readonly index: boolean
  /** What its page says of itself. */
  readonly says: HeadSaid
}

/** What is walked. */
export interface Walk {
  readonly handler: Handler
  readonly origin: string
  /** The path of the page. */
  readonly page: string
  readonly prefix: StatePrefix
  /** The readable addresses of its states, where it has such. */
  readonly readable?: ReadableScheme | undefined
  /** So many states at the most. Default: 5000. */
  readonly limit?: number | undefined
  /** States to begin with. Default: the empty one. */
  readonly from?: readonly string[]
  /** So many states are asked for at a time. Default: 4. */
  readonly together?: number | undefined
  readonly signal?: AbortSignal
}

const MOST = 5000
const TOGETHER = 4

/** Walks. */
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
