// Runs in the page, not here: it may use nothing but its own text.
// Out: the document as HTML with every open shadow root and its slots in their places, as it is seen: what its styles hide is
// no part of it, in the page as in its snapshot.

/** Writes the document of the page that it is evaluated in. */
export function flatten(): string {
  const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/
  const RAW = /^(?:script|style|noscript|iframe|template|hashbang-devtools)$/
  // Never shown, and read all the same.
  const UNSEEN = /^(?:html|head|title|meta|link|base|area)$/
  const escaped = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

  const childrenOf = (element: Element): Iterable<Node> => {
    if (element.shadowRoot) return element.shadowRoot.childNodes
    const assigned = element instanceof HTMLSlotElement ? element.assignedNodes() : []
    return assigned.length > 0 ? assigned : element.childNodes
  }

  const write = (node: Node, isVisible: boolean): string => {
    if (node instanceof Text) return isVisible ? escaped(node.data) : ''
    if (!(node instanceof Element)) return ''
    const name = node.localName
    if (RAW.test(name)) {
      const isData = node.getAttribute('type') === 'application/ld+json'
      return isData ? `<script type="application/ld+json">${node.textContent}</script>` : ''
    }
    const isUnseen = UNSEEN.test(name)
    const { display, visibility } = getComputedStyle(node)
    if (!isUnseen && display === 'none') return ''
    const shows = isUnseen || visibility === 'visible'
    const inside = () => [...childrenOf(node)].map((child) => write(child, shows)).join('')
    // What is in it may be visible again.
    if (!shows && name !== 'body') return inside()
    // What is said to screen readers when something changes is no part of the page.
    if (node.getAttribute('role') === 'status' || node.hasAttribute('aria-live')) {
      const { width, height } = node.getBoundingClientRect()
      if (width <= 1 && height <= 1) return ''
    }
    const attributes = [...node.attributes].map(
      ({ name: key, value }) => ` ${key}="${escaped(value)}"`,
    )
    const start = `<${name}${attributes.join('')}>`
    return VOID.test(name) ? start : `${start}${inside()}</${name}>`
  }
  return `<!doctype html>${write(document.documentElement, true)}`
}
