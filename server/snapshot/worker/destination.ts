// Decides the answer for a page that navigates away: a redirect to a state or an allowed origin,
// else an error. Otherwise its snapshot would be empty.

import { inFragment, type Scheme } from '../../../src/scheme.ts'
import { canonicalState } from '../../../src/state.ts'
import { fragmentState } from '../../../src/url.ts'
import type { Destination, JobContext } from '../../dom/index.ts'
import { canonicalUrl } from '../../site/site-urls.ts'

export interface RedirectSource {
  /** The canonical state. */
  readonly state: string
  /** The page's absolute URL without a fragment. */
  readonly url: string
  /** The first one writes addresses. */
  readonly schemes: readonly Scheme[]
  /** Other origins that requests and redirects may use. */
  readonly allow: ReadonlySet<string>
}

export function destinationOf(href: string, place: RedirectSource): Destination | undefined {
  const url = new URL(href)
  const text = stateAt(url, place)
  if (text !== null) {
    const state = canonicalState(text)
    if (state === place.state) return undefined
    const [scheme] = place.schemes as [Scheme]
    return {
      type: 'redirect',
      status: 302,
      state,
      location: canonicalUrl(scheme, place.url, state),
    }
  }
  // An id of the page.
  if (url.hash !== '' && isSamePage(url, place.url)) return undefined
  const { origin } = new URL(place.url)
  if (url.origin === origin || place.allow.has(url.origin))
    return { type: 'redirect', status: 302, location: url.href }
  return new Error(
    `${JSON.stringify(place.state)} redirects to ${url.href}: a snapshot may only redirect to ${[origin, ...place.allow].join(', ')}. ` +
      `Add "${url.origin}" to "allowFetch" in the server's configuration, or show a link`,
  )
}

/** Waits for a job's work until its code navigates away: the work may never end then. */
export async function unlessLeft<T>(
  own: JobContext,
  work: Promise<T>,
): Promise<T | { readonly destination: Destination }> {
  const { leaving } = own
  let leave = () => {}
  const left = new Promise<void>((resolve) => {
    leave = resolve
  })
  leaving.addEventListener('abort', leave, { once: true })
  const done = await Promise.race([left, work]).finally(() =>
    leaving.removeEventListener('abort', leave),
  )
  const destination = own.takeDestination()
  return destination ? { destination } : (done as T)
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
