// Handles clicks on links that the browser would not lead to their state: under `<base>`, or with
// another path. Prevents the click and returns the target; undefined if the browser handles it.

import { isLink, urlOf } from '../watch-links.ts'
import type { Addresses } from './address.ts'

/** Reads the target of a click; `state` is null for an id alone. */
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
