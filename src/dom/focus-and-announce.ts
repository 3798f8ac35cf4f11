// What a page load does for a reader and a change of the fragment does not: focus at the beginning of the
// new page, its title spoken, the view where it belongs.
// In: a page that is shown. Out: head, focus, announcement, scroll position. What the view has focused itself,
// and a field in which the reader is typing, keep the focus.

import type { Page } from '../page.ts'
import { focus, showAnchor } from './anchor.ts'
import { type DocumentHead, documentHead } from './head.ts'
import type { Visit } from './history/types.ts'

/** Where the reader was before. */
export interface Departure {
  readonly focused: Element | null
  /** The page is another one, not the same with another query. */
  readonly moved: boolean
}

/** Whether a page is another state of what the other one shows. */
export const sameRoute = (one: Page, other: Page): boolean => {
  const [a, b] = [one.levels.at(-1), other.levels.at(-1)]
  return a?.name === b?.name && JSON.stringify(a?.params) === JSON.stringify(b?.params)
}

/** What a page is to the document around its outlet. */
export interface Surroundings extends DocumentHead {
  /** Takes the reader to a page that has been put in the place of another. */
  arrive(outlet: HTMLElement, visit: Visit, anchor: string | null, departure: Departure): void
}

/** Takes over a document's head, and puts a live region into its body, out of sight. */
export function surroundings(document: Document): Surroundings {
  const head = documentHead(document)
  const region = document.createElement('div')
  region.role = 'status'
  // Fixed, so that it makes no document longer.
  region.style.cssText = 'position:fixed;clip-path:inset(50%)'
  document.body.append(region)
  return {
    ...head,
    arrive(outlet, visit, anchor, departure) {
      if (visit.type !== 'load' && departure.moved) region.textContent = document.title
      arrive(outlet, visit, anchor, departure)
    },
    restore() {
      head.restore()
      region.remove()
    },
  }
}

function arrive(
  outlet: HTMLElement,
  { type, scroll }: Visit,
  anchor: string | null,
  { focused, moved }: Departure,
): void {
  const now = document.activeElement
  const lost = now !== focused && !outlet.contains(now)
  if (type !== 'load' && anchor === null && (lost || (moved && now === focused))) {
    const first = (selector: string) => outlet.querySelector<HTMLElement>(selector)
    focus(first('[autofocus]') ?? first('h1') ?? first('h2') ?? outlet)
  }
  if (anchor !== null && type !== 'traverse') showAnchor(anchor)
  else if (moved) scroll()
}
