// A click on a link that the browser would lead elsewhere than to its state: under `<base>`, or to another path.
// In: a click. Out: where it leads, and the click is prevented; undefined where the browser does what it should.

import { isLink, urlOf } from '../watch-links.ts'
import type { Addresses } from './address.ts'

/** Reads where a click leads; `state` is null for an id alone. */
export function clickedLink(
  event: MouseEvent,
  at: Addresses,
): { readonly url: string; readonly state: string | null } | undefined {
  const link = event.composedPath().find(isLink)
  const modified = event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  if (!link || modified || event.defaultPrevented) return
  if (!/^(_self)?$/i.test(link.getAttribute('target') ?? '') || link.hasAttribute('download'))
    return
  const href = urlOf(link)
  const url = at.follow(link, href)
  if (!url || (url === href && url.includes('#') && at.samePage(url))) return
  const state = at.read(url)?.state
  if (state === undefined) return
  event.preventDefault()
  return { url, state }
}
