// Decides the answer for a page of a table that navigates away: a redirect to a state or to an
// allowed origin, else an error. Otherwise its snapshot would be empty.

import { inFragment, type Scheme } from '../../../src/scheme.ts'
import { canonicalState } from '../../../src/state.ts'
import { fragmentState } from '../../../src/url.ts'
import type { Destination } from '../../dom/index.ts'
import { canonicalUrl } from '../../site/site-urls.ts'

export interface RedirectSource {
  /** The canonical state. */
  readonly state: string
  /** The page's absolute URL without a fragment. */
  readonly url: string
  /** The first scheme writes addresses. */
  readonly schemes: readonly Scheme[]
  /** Other origins that requests and redirects may use. */
  readonly allow: ReadonlySet<string>
}

export function tableDestination(href: string, source: RedirectSource): Destination | undefined {
  const url = new URL(href)
  const stateText = stateAt(url, source)
  if (stateText !== null) {
    const state = canonicalState(stateText)
    if (state === source.state) return undefined
    const [scheme] = source.schemes as [Scheme]
    return {
      type: 'redirect',
      status: 302,
      state,
      location: canonicalUrl(scheme, source.url, state),
    }
  }
  // The fragment is an id of the page.
  if (url.hash !== '' && isSamePage(url, source.url)) return undefined
  const { origin } = new URL(source.url)
  if (url.origin === origin || source.allow.has(url.origin))
    return { type: 'redirect', status: 302, location: url.href }
  return new Error(
    `${JSON.stringify(source.state)} redirects to ${url.href}: a snapshot may only redirect to ${[origin, ...source.allow].join(', ')}. ` +
      `Add "${url.origin}" to "allowFetch" in the server's configuration, or show a link`,
  )
}

const isText = (state: string | null): state is string => state !== null

function stateAt(url: URL, { url: page, schemes }: RedirectSource): string | null {
  if (url.origin !== new URL(page).origin) return null
  const paths = schemes.filter((scheme) => !inFragment(scheme))
  const inPath = paths.map((scheme) => scheme.stateOf(url)).find(isText) ?? null
  if (!schemes.some(inFragment) || (inPath === null && !isSamePage(url, page))) return inPath
  // The page without a fragment shows the empty state.
  return fragmentState(url.hash) ?? inPath ?? (url.hash === '' ? '' : null)
}

function isSamePage(url: URL, page: string): boolean {
  const { origin, pathname, search } = new URL(page)
  return url.origin === origin && url.pathname === pathname && url.search === search
}
