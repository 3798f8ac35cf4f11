// Finds the links of a document, in SVG and open shadow roots too. Sees a change of `xlink:href`,
// which no observer can filter, with the next page.

export type Link = HTMLAnchorElement | SVGAElement

export const isLink = (node: unknown): node is Link =>
  node instanceof HTMLAnchorElement || node instanceof SVGAElement

/** The absolute address of a link; `''` if invalid. */
export const urlOf = ({ href, baseURI }: Link): string => {
  if (typeof href === 'string') return href
  return URL.canParse(href.baseVal, baseURI) ? new URL(href.baseVal, baseURI).href : ''
}

/** Calls back for every current, added or changed link, until the result is called. */
export function watchLinks(onLink: (link: Link) => void): () => void {
  const scan = (root: ParentNode) => {
    for (const element of root.querySelectorAll('*')) visit(element)
  }
  const visit = (element: Element) => {
    if (isLink(element) && (element.hasAttribute('href') || element.hasAttribute('xlink:href')))
      onLink(element)
    if (element.shadowRoot) enter(element.shadowRoot)
  }
  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === 'attributes') visit(target as Element)
      for (const node of addedNodes) {
        if (!(node instanceof Element) || !node.isConnected) continue
        visit(node)
        scan(node)
      }
    }
  })
  // Observing a root again has no effect.
  const enter = (root: Document | ShadowRoot) => {
    observer.observe(root, { subtree: true, childList: true, attributeFilter: ['href'] })
    scan(root)
  }
  enter(document)
  return () => observer.disconnect()
}
