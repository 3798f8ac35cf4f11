// Rewrites fragment links of an adopted page as the states' addresses. `#!` links stay, as the
// specification requires.
// If `<base>` names another folder, all URLs become absolute: the policy of snapshots forbids the
// tag.

import { canonicalState } from '../../../src/state.ts'
import { withoutFragment } from '../../../src/url.ts'
import type { Rewrite } from '../../html/rewrite-links.ts'
import type { StateShape } from '../../site/adopted-urls.ts'
import { isSameFile } from './same-file.ts'

/**
 * @param pageUrl Absolute, without a fragment. @param document Provides the base URL and the ids.
 */
export function linkRewrite(shape: StateShape, pageUrl: string, document: Document): Rewrite {
  const base = document.baseURI
  const isMoved = new URL('.', base).href !== new URL('.', pageUrl).href
  const here = isSameFile(location.href, pageUrl) ? withoutFragment(location.href) : pageUrl
  const absolute = (url: string) =>
    isMoved && URL.canParse(url, base) ? new URL(url, base).href : null
  return (text, kind) => {
    const url = text.trim()
    if (kind === 'data') return null
    if (kind !== 'link' || !url.includes('#') || !URL.canParse(url, base)) return absolute(url)
    const { href, hash } = new URL(url, base)
    // A page may have changed the query of its address.
    if (![pageUrl, here].includes(withoutFragment(href))) return absolute(url)
    const state = shape.stateOf(hash)
    if (state === null) return null
    // If any fragment may be a state, a fragment that is an element's id is none.
    if (shape.prefix === '#' && document.getElementById(state)) return null
    const listed = shape.listedUrl(pageUrl, canonicalState(state))
    if (listed.includes('#')) return null
    const { pathname, search } = new URL(listed)
    return pathname + search
  }
}
