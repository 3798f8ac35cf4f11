// Handles shadow trees that the server has sent. None are closed.

import { SENT_MARK } from '../sent-mark.ts'

export function below(root: ParentNode): Element[] {
  return [...root.querySelectorAll('*')].flatMap((element) => [
    element,
    ...(element.shadowRoot ? below(element.shadowRoot) : []),
  ])
}

/** Replaces an element by an inert one that looks the same, before its name is defined. */
export function makeStill(element: Element): void {
  const still = document.createElement('div')
  still.className = element.className
  still.style.display = 'contents'
  const { shadowRoot } = element
  if (shadowRoot) {
    // Styles may select any attribute of the host.
    for (const { name, value } of element.attributes) still.setAttribute(name, value)
    still.style.display = getComputedStyle(element).display
    still.attachShadow({ mode: 'open' }).append(...shadowRoot.childNodes)
  }
  still.append(...element.childNodes)
  element.replaceWith(still)
}

/** Removes sent content from the shadow tree of an element that renders beside it, as Lit does. */
export function clearSent(root: ShadowRoot): void {
  const isMark = (node: ChildNode) => node instanceof Comment && node.data === SENT_MARK
  const nodes = [...root.childNodes]
  const [first, last] = [nodes.findIndex(isMark), nodes.findLastIndex(isMark)]
  // Lit renders before the first mark.
  for (const node of nodes.slice(first + 1, last + 1)) node.remove()
}
