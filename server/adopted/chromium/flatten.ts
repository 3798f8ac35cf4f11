// Writes the visible document as HTML, with open shadow roots and slots in place. Runs in a page of
// Chromium: it may use nothing outside its own text.

export function flatten(): string {
  const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/
  const RAW = /^(?:script|style|noscript|iframe|template|hashbang-devtools)$/
  // Elements that are never visible, but read.
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
    // Its content may be visible again.
    if (!shows && name !== 'body') return inside()
    // Announcements for screen readers are no content.
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
