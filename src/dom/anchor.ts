// Anchors: ids of elements to scroll to, in the state's query as `~=id`.

import { canonicalState, joinState, splitState } from '../state.ts'

export const anchorOf = (state: string): string | null => splitState(canonicalState(state)).anchor

/** Sets the anchor of a state; null or `''` removes it. */
export const withAnchor = (state: string, anchor: string | null): string =>
  joinState({ ...splitState(canonicalState(state)), anchor: anchor || null })

/**
 * Scrolls to an element and focuses it, as a browser does for `#id`.
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

function reveal(target: Element): void {
  for (let ancestor: Element | undefined = target; ancestor; ) {
    if (ancestor.matches('[hidden=until-found i]')) {
      ancestor.dispatchEvent(new Event('beforematch', { bubbles: true }))
      ancestor.removeAttribute('hidden')
    }
    if (ancestor.matches('details > :not(summary:first-of-type)'))
      ancestor.parentElement?.setAttribute('open', '')
    ancestor =
      ancestor.assignedSlot ?? ancestor.parentElement ?? (ancestor.getRootNode() as ShadowRoot).host
  }
}

/** Focuses an element, whether or not Tab reaches it, without scrolling. */
export function focus(element: HTMLElement): void {
  element.focus({ preventScroll: true })
  if (element.matches(':focus, :focus-within')) return
  // Until it loses the focus: a later click on its text must not focus it.
  element.tabIndex = -1
  element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true })
  element.focus({ preventScroll: true })
}
