// What a page load does for a reader and a change of the fragment does not: focus at the beginning of the
// new page, its title spoken, the view where it belongs.
// In: a page that is shown. Out: focus, announcement, scroll position. What the view has focused itself,
// and a field in which the reader is typing, keep the focus.

import { focus, showAnchor } from './anchor.ts'
import type { Visit } from './history.ts'

/** Says pages aloud, politely. */
export interface Announcer {
  say(text: string): void
  remove(): void
}

/** Puts a live region into the document, out of sight. */
export function announcer(document: Document): Announcer {
  const region = document.createElement('div')
  region.role = 'status'
  region.style.cssText =
    'position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap'
  document.body.append(region)
  return {
    say(text) {
      region.textContent = text
    },
    remove: () => region.remove(),
  }
}

/** Where the reader was before. */
export interface Departure {
  readonly focused: Element | null
  /** The page is another one, not the same with another query. */
  readonly moved: boolean
}

/** Takes the reader to a page that has been put in the place of another. */
export function arrive(
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
