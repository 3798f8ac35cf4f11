// Where a page that sends its readers elsewhere sends them. In: the URL that its code has gone to, what the page is of. Out: a
// redirect, as those of the route table, where that is another state or another page of an origin that is allowed; an error that
// says what to do where it is not; nothing where it is the page itself. A reader of the snapshot gets no empty page instead.

import { inFragment, type Scheme } from '../../src/scheme.ts'
import { canonicalState } from '../../src/state.ts'
import { fragmentState } from '../../src/url.ts'
import type { Destination, JobContext } from '../happy-dom/index.ts'
import { stateUrlOrPage } from '../site/state-url.ts'

/** A page, as far as it is told from others. */
export interface Place {
  /** The canonical state. */
  readonly state: string
  /** The page's absolute URL without a fragment. */
  readonly url: string
  /** The one that addresses are written by comes first. */
  readonly schemes: readonly Scheme[]
  /** Other origins that may be asked, and gone to. */
  readonly allow: ReadonlySet<string>
}

/** Says what comes of having gone to a URL. */
export function destinationOf(href: string, place: Place): Destination | undefined {
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
      location: stateUrlOrPage(scheme, place.url, state),
    }
  }
  // An id of the page.
  if (url.hash !== '' && isSamePage(url, place.url)) return undefined
  const { origin } = new URL(place.url)
  if (url.origin === origin || place.allow.has(url.origin))
    return { type: 'redirect', status: 302, location: url.href }
  return new Error(
    `${JSON.stringify(place.state)} sends its readers to ${url.href}: a snapshot redirects to ${[origin, ...place.allow].join(', ')} only. ` +
      `Add "${url.origin}" to "allowFetch" in the server's configuration, or show a link`,
  )
}

/** Waits for work of a job, or until its code sends the reader elsewhere: nothing may come of the work then. */
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

function stateAt(url: URL, { url: page, schemes }: Place): string | null {
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
