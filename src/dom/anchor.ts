// Anchors: the id of the element to scroll to, in the state's query as `~=id`. A second raw `#` in
// a URL does not survive mail programs.

import { canonicalState, joinState, splitState } from '../state.ts'

/** The anchor of a state, or null. */
export const anchorOf = (state: string): string | null => splitState(canonicalState(state)).anchor

/** A state with another anchor; null or `''` removes it. */
export const withAnchor = (state: string, anchor: string | null): string =>
  joinState({ ...splitState(canonicalState(state)), anchor: anchor || null })

/**
 * Scrolls to an element as a browser does for `#id`, and moves the keyboard's position there.
 * https://html.spec.whatwg.org/multipage/browsing-the-web.html#scroll-to-fragid
 */
export function showAnchor(anchor: string): void {
  // An id may itself be percent-encoded.
  const target = named(anchor) ?? named(encodeURIComponent(anchor))
  if (target) {
    reveal(target)
    target.scrollIntoView()
    focus(target)
  } else if (/^(?:top)?$/i.test(anchor)) window.scrollTo(0, 0)
}

const named = (anchor: string): HTMLElement | null =>
  document.getElementById(anchor) ?? document.querySelector(`a[name="${CSS.escape(anchor)}"]`)

/** Opens the closed `details` around an element, and shows what is hidden until it is found. */
function reveal(target: Element): void {
  for (let at: Element | undefined = target; at; ) {
    if (at.matches('[hidden=until-found i]')) {
      at.dispatchEvent(new Event('beforematch', { bubbles: true }))
      at.removeAttribute('hidden')
    }
    if (at.matches('details > :not(summary:first-of-type)'))
      at.parentElement?.setAttribute('open', '')
    at = at.assignedSlot ?? at.parentElement ?? (at.getRootNode() as ShadowRoot).host
  }
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
