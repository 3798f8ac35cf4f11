// Which link of a readable page becomes which: links to states of the site lead to readable addresses, and relative ones
// to what they mean in the app, which is at another path. In: URLs as they stand in markup. Out: URLs, or null for those
// that stay. What leads to other sites, to ids of the page, or nowhere, is left alone.

import type { ReadableScheme } from '../../src/readable.ts'
import { canonicalState, joinState, splitState } from '../../src/state.ts'
import { fragmentState } from '../../src/url.ts'
import type { Rewrite } from './rewrite-links.ts'

/** The readable addresses of a site, by the paths of its pages. */
export type Readables = ReadonlyMap<string, ReadableScheme>

/**
 * Keeps the links of the shell as the app has them in the page itself, which begins visits by `#!`: its script puts them back.
 * For the page of the empty state only; undefined for all others.
 */
export const keepLinksAs = (state: string): string | undefined =>
  state === '' ? 'data-hashbang-' : undefined

/** The readable address of a state, with its anchor as the fragment. */
function readableHref(scheme: ReadableScheme, state: string): string {
  const parts = splitState(canonicalState(state))
  const { anchor } = parts
  if (anchor === null) return scheme.href(state)
  return `${scheme.href(joinState({ ...parts, anchor: null }))}#${encodeURIComponent(anchor)}`
}

/** Makes what rewrites the links of a page. @param pageUrl Absolute, without a fragment. */
export function readableRewrite(readables: Readables, pageUrl: string): Rewrite {
  const { origin, pathname } = new URL(pageUrl)

  return (text, kind) => {
    const url = text.trim()
    // A link "#…" is one of the document, whatever `<base>` says.
    const state = kind === 'resource' ? null : fragmentState(url)
    const own = readables.get(pathname)
    if (state !== null && own) return (kind === 'data' ? origin : '') + readableHref(own, state)
    if (url === '' || url[0] === '#' || !URL.canParse(url, pageUrl)) return null
    const target = new URL(url, pageUrl)
    if (target.origin !== origin) return null
    const isAbsolute = URL.canParse(url)
    const of = target.search === '' ? readables.get(target.pathname) : undefined
    const linked = of && kind !== 'resource' ? fragmentState(target.hash) : null
    if (of && linked !== null) return (isAbsolute ? origin : '') + readableHref(of, linked)
    if (isAbsolute || kind === 'data' || url[0] === '/') return null
    return target.pathname + target.search + target.hash
  }
}
