// Sets focus, title and scroll as a page load does. Keeps a focus that the view has set, and a
// field in which the reader types.

import type { Page } from '../page.ts'
import { focus, showAnchor } from './anchor.ts'
import { documentHead } from './document-head.ts'
import type { Visit } from './history/history.ts'

export interface Departure {
  readonly focused: Element | null
  /** Whether it is another page, not just another query. */
  readonly moved: boolean
}

export const sameRoute = (one: Page, other: Page): boolean => {
  const [a, b] = [one.levels.at(-1), other.levels.at(-1)]
  return a?.name === b?.name && JSON.stringify(a?.params) === JSON.stringify(b?.params)
}

export type Surroundings = ReturnType<typeof surroundings>

/** Adds a visually hidden live region to the body. */
export function surroundings(document: Document) {
  const head = documentHead(document)
  const region = document.createElement('div')
  region.role = 'status'
  // Fixed, so that it does not lengthen the document.
  region.style.cssText = 'position:fixed;clip-path:inset(50%)'
  document.body.append(region)
  return {
    ...head,
    arrive(outlet: HTMLElement, visit: Visit, anchor: string | null, departure: Departure): void {
      if (visit.type !== 'load' && departure.moved) region.textContent = document.title
      arrive(outlet, visit, anchor, departure)
    },
    restore(): void {
      head.restore()
      region.remove()
    },
  }
}

function arrive(
  outlet: HTMLElement,
  visit: Visit,
  anchor: string | null,
  { focused, moved }: Departure,
): void {
  const { type } = visit
  const now = document.activeElement
  const lost = now !== focused && !outlet.contains(now)
  if (type !== 'load' && anchor === null && (lost || (moved && now === focused))) {
    const first = (selector: string) => outlet.querySelector<HTMLElement>(selector)
    focus(first('[autofocus]') ?? first('h1') ?? first('h2') ?? outlet)
  }
  if (anchor !== null && type !== 'traverse' && !visit.returns) showAnchor(anchor)
  else if (moved) visit.scroll()
}
