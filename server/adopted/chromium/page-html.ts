// Write a page as HTML, for at-rest.ts, site-browser.ts and `verify`. Both functions run in a page
// of Chromium: they may use nothing outside their own text.

/** The visible document, with open shadow roots and slots in place. */
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
    // The content of a hidden element may be visible again.
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

/**
 * The whole document, with open shadow roots, field values and script-made style rules. Don't use
 * the page afterwards.
 */
export function pageDocument(): string {
  const roots: ShadowRoot[] = []
  const rules = (sheet: CSSStyleSheet | null): string => {
    try {
      return [...(sheet?.cssRules ?? [])].map(({ cssText }) => cssText).join('\n')
    } catch {
      // A sheet of another origin is unreadable.
      return ''
    }
  }
  const visit = (root: Document | ShadowRoot): void => {
    for (const sheet of root.adoptedStyleSheets) {
      if (sheet.disabled) continue
      const style = document.createElement('style')
      style.textContent = rules(sheet)
      if (sheet.media.length > 0) style.media = sheet.media.mediaText
      const isInHead = root instanceof Document && !root.body.querySelector('style, link')
      ;(isInHead ? root.head : root instanceof Document ? root.body : root).append(style)
    }
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) {
        roots.push(element.shadowRoot)
        visit(element.shadowRoot)
      }
      if (element instanceof HTMLStyleElement && element.textContent === '') {
        element.textContent = rules(element.sheet)
      } else if (element instanceof HTMLInputElement) {
        if (/^(?:checkbox|radio)$/.test(element.type))
          element.toggleAttribute('checked', element.checked)
        else if (!/^(?:password|file|hidden)$/.test(element.type) && element.value !== '')
          element.setAttribute('value', element.value)
      } else if (element instanceof HTMLTextAreaElement) element.textContent = element.value
      else if (element instanceof HTMLOptionElement)
        element.toggleAttribute('selected', element.selected)
    }
  }
  visit(document)
  const { doctype, documentElement: html } = document
  const start = doctype ? new XMLSerializer().serializeToString(doctype) : ''
  const tag = (html.cloneNode(false) as Element).outerHTML.replace('</html>', '')
  return `${start}${tag}${html.getHTML({ shadowRoots: roots })}</html>`
}
