// Runs in the page, not here: it may use nothing but its own text.
// Out: the whole document as HTML, as the page's scripts have left it: open shadow roots are declared, what people would find in
// fields and what scripts have put into style sheets is written where markup has it.

/** Writes the document of the page that it is evaluated in; the page is not to be looked at any more after it. */
export function pageDocument(): string {
  const roots: ShadowRoot[] = []
  const rules = (sheet: CSSStyleSheet | null): string => {
    try {
      return [...(sheet?.cssRules ?? [])].map(({ cssText }) => cssText).join('\n')
    } catch {
      // One of another origin says nothing.
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
