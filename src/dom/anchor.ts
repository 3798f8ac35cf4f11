// Anchors: the id of the element to scroll to, in the state's query as `~=id`. A second raw `#` in
// a URL does not survive mail programs.

import { canonicalState, joinState, splitState } from '../state.ts'

/** The anchor of a state, or null. */
export const anchorOf = (state: string): string | null => splitState(canonicalState(state)).anchor

/** A state with another anchor; null or `''` removes it. */
export const withAnchor = (state: string, anchor: string | null): string =>
  joinState({ ...splitState(canonicalState(state)), anchor: anchor || null })

/** Scrolls to an element as a browser does for `#id`, and moves the keyboard's position there. */
export function showAnchor(anchor: string): void {
  const target = document.getElementById(anchor)
  if (target) {
    target.scrollIntoView()
    focus(target)
  } else if (anchor === '' || anchor.toLowerCase() === 'top') window.scrollTo(0, 0)
}

/** Focuses an element, whether or not the Tab key reaches it, and scrolls nothing. */
export function focus(element: HTMLElement): void {
  element.focus({ preventScroll: true })
  if (element.matches(':focus, :focus-within')) return
  // Only while it has the focus: a later click on its text must not focus it.
  element.tabIndex = -1
  element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true })
  element.focus({ preventScroll: true })
}
