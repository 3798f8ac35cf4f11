// Shadow trees that the server has sent. In: a document of such, names of elements that are about to be defined. Out: elements in
// shadow trees too; an element that stands for one that the server sent, with its tree; trees without what the server put there,
// once an element of the app's draws its own. Closed trees are never sent.

import { SENT_MARK } from '../sent-mark.ts'

/** All elements below a node in tree order, those in open shadow trees too. */
export function below(root: ParentNode): Element[] {
  return [...root.querySelectorAll('*')].flatMap((element) => [
    element,
    ...(element.shadowRoot ? below(element.shadowRoot) : []),
  ])
}

/** Puts an element that means nothing in the place of one whose name is about to mean something; it shows the same. */
export function makeStill(element: Element): void {
  const still = document.createElement('div')
  still.className = element.className
  still.style.display = 'contents'
  const { shadowRoot } = element
  if (shadowRoot) {
    // The styles of the tree may ask for any attribute of its host.
    for (const { name, value } of element.attributes) still.setAttribute(name, value)
    still.style.display = getComputedStyle(element).display
    still.attachShadow({ mode: 'open' }).append(...shadowRoot.childNodes)
  }
  still.append(...element.childNodes)
  element.replaceWith(still)
}

/** Empties the tree of an element that draws beside what it finds, as Lit does: what came from the server goes. */
export function clearSent({ shadowRoot }: Element): void {
  const isMark = (node: ChildNode) => node instanceof Comment && node.data === SENT_MARK
  const nodes = [...(shadowRoot?.childNodes ?? [])]
  const [first, last] = [nodes.findIndex(isMark), nodes.findLastIndex(isMark)]
  // The first mark stays: what was there first is where Lit draws before.
  for (const node of nodes.slice(first + 1, last + 1)) node.remove()
}
