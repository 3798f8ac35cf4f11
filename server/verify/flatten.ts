// Runs in the page, not here: it may use nothing but its own text.
// Out: the document as HTML with every open shadow root and its slots in their places, as it is seen.

/** Writes the document of the page that it is evaluated in. */
export function flatten(): string {
  const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/
  const RAW = /^(?:script|style|noscript|iframe|template)$/
  const escaped = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

  const childrenOf = (element: Element): Iterable<Node> => {
    if (element.shadowRoot) return element.shadowRoot.childNodes
    const assigned = element instanceof HTMLSlotElement ? element.assignedNodes() : []
    return assigned.length > 0 ? assigned : element.childNodes
  }

  const write = (node: Node): string => {
    if (node instanceof Text) return escaped(node.data)
    if (!(node instanceof Element)) return ''
    const name = node.localName
    if (RAW.test(name)) {
      const isData = node.getAttribute('type') === 'application/ld+json'
      return isData ? `<script type="application/ld+json">${node.textContent}</script>` : ''
    }
    // What is said to screen readers when something changes is no part of the page.
    if (node.getAttribute('role') === 'status' || node.hasAttribute('aria-live')) {
      const { width, height } = node.getBoundingClientRect()
      if (width <= 1 && height <= 1) return ''
    }
    const attributes = [...node.attributes].map(
      ({ name: key, value }) => ` ${key}="${escaped(value)}"`,
    )
    const start = `<${name}${attributes.join('')}>`
    if (VOID.test(name)) return start
    return `${start}${[...childrenOf(node)].map(write).join('')}</${name}>`
  }
  return `<!doctype html>${write(document.documentElement)}`
}
