// Finds the states of an adopted page by links, canonical links and redirects, breadth first.
// `find-states.ts` and `hashbang adopt` call it.

import { escapeHtml } from '../../../src/html.ts'
import { canonicalState, readState } from '../../../src/state.ts'
import { toUglyUrl } from '../../../src/url.ts'
import { isFailed } from '../../cache/response/http-semantics.ts'
import type { Handler } from '../../cache/response/http-values.ts'
import { type HeadTexts, headTexts } from '../../html/head-tags.ts'
import { contentKey } from '../../html/shown-text.ts'
import { shapeOf } from '../../site/adopted-pages.ts'
import {
  type StatePrefix,
  type StateShape,
  stateOfUrl,
  withoutParam,
} from '../../site/adopted-urls.ts'
import type { AdoptedReadable, Config } from '../../site/config.ts'
import { linkedStates } from '../handler/adopted-html.ts'
export type AdoptedHandler = Handler & {
  statesOf(page: string): StatePrefix | undefined
}

export interface WalkedState {
  readonly state: string
  /** The page's own for the empty state. */
  readonly pretty: string
  readonly ugly: string
  readonly url: string
  readonly status: number
  /** Links may be missing. */
  readonly isAtFault: boolean
  /** It exists, may be indexed, and is its own canonical state. */
  readonly index: boolean
  readonly says: HeadTexts
  /** Equal for equal content; `''` without any. */
  readonly shows: string
}

export interface Walk extends Pick<Config, 'origin'> {
  readonly site: AdoptedHandler
  readonly page: string
  /** Its readable addresses. Default: none. */
  readonly readable?: AdoptedReadable | undefined
  /** Most states. Default: 5000. */
  readonly limit?: number | undefined
  /** Default: the empty one. */
  readonly from?: Iterable<string>
  /** Requests at once. Default: 4. */
  readonly together?: number | undefined
  readonly signal?: AbortSignal
}

const MOST_STATES = 5000
const TOGETHER = 4

/** States of equal content once. States with a query come last. */
export async function* walkStates(walk: Walk): AsyncGenerator<WalkedState, void, undefined> {
  const { page, limit = MOST_STATES, from = [''], together = TOGETHER, signal } = walk
  const shape = shapeOf({ page, states: walk.site.statesOf(page), readableAt: walk.readable })
  const queue: string[] = []
  const withQuery: string[] = []
  const seen = new Set<string>()
  const shown = new Set<string>()
  /** Parameters of places in pages, as one state has shown. */
  const anchors = new Set<string>()
  const add = (state: string) => {
    if (seen.has(state) || seen.size >= limit) return
    seen.add(state)
    ;(/[?&]/.test(state) ? withQuery : queue).push(state)
  }
  for (const state of from) add(canonicalState(state))
  while (queue.length + withQuery.length > 0 && !signal?.aborted) {
    const batch = (queue.length > 0 ? queue : withQuery).splice(0, together)
    const requests = batch.flatMap((state) => {
      const place = [...anchors].reduce((rest, name) => shape.own(withoutParam(rest, name)), state)
      if (place === state) return [visit(walk, shape, state)]
      add(place)
      return []
    })
    for (const { leadsTo, anchor, ...walked } of await Promise.all(requests)) {
      if (anchor !== undefined) anchors.add(anchor)
      for (const state of leadsTo) add(state)
      const index = walked.index && !shown.has(walked.shows)
      if (walked.index && walked.shows !== '') shown.add(walked.shows)
      if (anchor === undefined) yield { ...walked, index }
    }
  }
}

async function visit({ site, origin, page }: Walk, shape: StateShape, state: string) {
  const pageUrl = origin + page
  const ugly = toUglyUrl(`${pageUrl}#!${state}`) ?? pageUrl
  const answer = await site({ method: 'GET', target: ugly.slice(origin.length), headers: {} })
  const { status = 404, headers = {}, body = '' } = answer ?? {}
  const html = status === 200 ? String(body) : ''
  const url = shape.listedUrl(pageUrl, state)
  const canonical = /<([^>]+)>; rel="canonical"/.exec(headers.link ?? '')?.[1] ?? url
  const others = [canonical, headers.location].flatMap((other) =>
    other === undefined || other === url ? [] : (stateOfUrl(other, pageUrl, shape) ?? []),
  )
  // The page is its canonical state without a parameter that names an element.
  const isPlace = ([name, id]: readonly [string, string]) =>
    html.includes(`id="${escapeHtml(id)}"`) &&
    canonical === shape.listedUrl(pageUrl, shape.own(withoutParam(state, name)))
  const mayIndex = !/noindex/.test(headers['x-robots-tag'] ?? '')
  return {
    ...{ state, ugly, url, status, pretty: shape.fragmentUrl(pageUrl, state) },
    says: headTexts(html),
    shows: contentKey(html),
    anchor: canonical === url ? undefined : readState(state).pairs.find(isPlace)?.[0],
    isAtFault: isFailed(headers),
    index: status === 200 && mayIndex && canonical === url,
    leadsTo: [...linkedStates(html, pageUrl, shape).map((one) => one.state), ...others],
  }
}
