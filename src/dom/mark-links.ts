// Marks links by `aria-current`: "page" to the shown state, "true" to its parents. Keeps the app's
// own marks.

import { canonicalState, splitState } from '../state.ts'
import type { AnyTable } from '../table.ts'
import { anchorOf } from './anchor.ts'
import { addressesOf } from './history/address.ts'
import { hooksOf } from './hooks.ts'
import type { AnyRouter } from './router-types.ts'
import { type Link, urlOf, watchLinks } from './watch-links.ts'

/**
 * Marks links by `aria-current`, until you call the returned function: `page` on links to the shown
 * state, `true` on links to its parents. It leaves your own marks alone.
 */
export function markLinks(router: AnyRouter): () => void {
  const { scheme, table } = hooksOf(router)
  const addresses = addressesOf(scheme)
  const ours = new WeakMap<Element, string>()

  function mark(link: Link, current: string | undefined): void {
    const has = link.getAttribute('aria-current')
    if (has !== null && has !== ours.get(link)) {
      ours.delete(link)
      return
    }
    const url = addresses.follow(link, urlOf(link))
    const state = url && addresses.read(url)?.state
    const value =
      current === undefined || !url || state == null
        ? null
        : relation(canonical(table, state), current)
    if (value === has) return
    if (value === null) link.removeAttribute('aria-current')
    else {
      ours.set(link, value)
      link.setAttribute('aria-current', value)
    }
  }

  let unwatch = () => {}
  const watch = () => {
    unwatch()
    unwatch = watchLinks((link) => mark(link, router.page?.state))
  }
  const unsubscribe = router.subscribe(watch)
  if (router.page) watch()
  return () => {
    unsubscribe()
    unwatch()
    watchLinks((link) => mark(link, undefined))()
  }
}

// Without default values. A link to an anchor is not a link to the page.
function canonical(table: AnyTable, state: string): string | null {
  if (anchorOf(state) !== null) return null
  const match = table.match(state)
  if (match === null) return canonicalState(state)
  const { name, params, search, extra } = match
  return table.state(name, params, { search, extra })
}

function relation(link: string | null, current: string): 'page' | 'true' | null {
  if (link === null) return null
  if (link === current) return 'page'
  const [outer, inner] = [splitState(link), splitState(current)]
  const path = outer.path.replace(/\/$/, '')
  const around =
    outer.path === inner.path
      ? outer.pairs.length > 0 || (outer.path !== '' && outer.path !== '/')
      : path !== '' && outer.pairs.length === 0 && inner.path.startsWith(`${path}/`)
  const within = outer.pairs.every(([key, value]) =>
    inner.pairs.some((pair) => pair[0] === key && pair[1] === value),
  )
  return around && within && outer.keyed === inner.keyed ? 'true' : null
}
