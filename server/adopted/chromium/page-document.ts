// Writes the whole document as HTML, with open shadow roots, field values and script-made style
// rules. Runs in a page of Chromium: it may use nothing outside its own text.

/** Don't use the page afterwards. */
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
      const style = document.createElement('style')
      style.textContent = rules(sheet)
      ;(root instanceof Document ? root.head : root).append(style)
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
