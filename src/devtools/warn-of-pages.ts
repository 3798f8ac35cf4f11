// Warns the developer's console of mistakes that leave a page without an error: a slash too many, a
// layout without an outlet, a link that no router follows.

import { ON_HINT } from '../checked-outcomes.ts'
import { addressesOf } from '../dom/history/address.ts'
import { urlOf, watchLinks } from '../dom/watch-links.ts'
import { hint } from '../hint-texts.ts'
import { nearState } from '../near-state.ts'
import type { Page } from '../page.ts'
import type { Started } from './registry.ts'

/** Links that are warned of: a list may have thousands. */
const MOST_LINKS = 5

/** ms. A layout may wait before it shows its outlet. */
const OUTLET_TIME = 1000

const warned = new Set<string>()

/** Once for each text: a page may appear again and again. */
function warn(text: string | undefined): void {
  if (text === undefined || warned.has(text)) return
  warned.add(text)
  console.warn(text)
}

/** @param outlet Its outlet; null: the first outlet of the document. */
export function warnOfPages(
  { router, hooks, outlet }: Started,
  upgrade: Parameters<typeof addressesOf>[1],
): void {
  Object.assign(globalThis, { [ON_HINT]: warn })
  const check = (page: Page) => {
    if (page.type === 'not-found') warn(nearState(hooks.table, page.state))
    const shown = outlet ?? document.querySelector('hashbang-outlet')
    if (page.error !== undefined || !shown || !cutLevel(shown, page)) return
    setTimeout(() => router.page === page && warn(cutLevel(shown, page)), OUTLET_TIME)
  }
  router.subscribe(check)
  if (!hooks.table.scheme.href('').startsWith('#!')) return
  const addresses = addressesOf(hooks.scheme, upgrade)
  const links = new Set<string>()
  watchLinks((link) => {
    const href = link.getAttribute('href') ?? ''
    if (!href.startsWith('#/') || links.size >= MOST_LINKS) return
    const url = urlOf(link)
    // A page may have an element of that id.
    if (!URL.canParse(url) || document.getElementById(href.slice(1))) return
    if (addresses.read(addresses.follow(link, url))?.state != null) return
    links.add(href)
    warn(hint('HB125', href))
  })
}

function cutLevel(outlet: Element, { levels }: Page): string | undefined {
  const [outer, inner] = levels.slice(outletsIn(outlet) - 1)
  return outer && inner && hint('HB121', outer.name, inner.name)
}

/** The depth of nested outlets, through open shadow trees. */
function outletsIn(node: Element): number {
  const inside = [...node.children, ...(node.shadowRoot?.children ?? [])]
  const deepest = inside.reduce((most, child) => Math.max(most, outletsIn(child)), 0)
  return deepest + (node.localName === 'hashbang-outlet' ? 1 : 0)
}
