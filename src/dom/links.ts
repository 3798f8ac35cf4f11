// Finds the links of a document, in open shadow roots as well, and keeps finding them while it changes.
// In: a document. Out: calls with links. Changes nothing.

/** Calls `found` for every link there is, is added, or changes its `href`, until the result is called. */
export function watchLinks(found: (link: HTMLAnchorElement) => void): () => void {
  const scan = (root: ParentNode) => {
    for (const element of root.querySelectorAll('*')) look(element)
  }
  const look = (element: Element) => {
    if (element instanceof HTMLAnchorElement && element.hasAttribute('href')) found(element)
    if (element.shadowRoot) enter(element.shadowRoot)
  }
  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === 'attributes') look(target as Element)
      for (const node of addedNodes) {
        if (!(node instanceof Element) || !node.isConnected) continue
        look(node)
        scan(node)
      }
    }
  })
  // Observing a root once more changes nothing.
  const enter = (root: Document | ShadowRoot) => {
    observer.observe(root, { subtree: true, childList: true, attributeFilter: ['href'] })
    scan(root)
  }
  enter(document)
  return () => observer.disconnect()
}
