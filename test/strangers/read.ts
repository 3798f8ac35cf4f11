/** Runs in a page, not here: it may use nothing but its own text. */

/** The content of a page. */
export interface Shown {
  readonly text: string
  readonly tree: string
  readonly head: string
}

/**
 * Reads the page that it is evaluated in, or the given HTML, which stays in a document without a
 * window.
 */
export function read(html: string | null): Shown {
  // Attributes that frameworks write for themselves, that carry a control's state, or that differ
  // from load to load.
  const PRIVATE =
    /^(?:[:@]|_ng|ng-|data-hb|data-v-|data-reactroot|data-ng-|data-emotion|data-styled|value$|checked$|selected$|open$|nonce$|style$)/
  const isTitle = ({ localName }: Element) => localName === 'title'
  const root = html === null ? document : new DOMParser().parseFromString(html, 'text/html')
  const lines: string[] = []

  // Of Node, as some components show other children than they have.
  const childNodes = Object.getOwnPropertyDescriptor(Node.prototype, 'childNodes')?.get
  const childrenOf = (element: Element): Iterable<Node> => {
    if (element.shadowRoot) return element.shadowRoot.childNodes
    const assigned = element instanceof HTMLSlotElement ? element.assignedNodes() : []
    return assigned.length > 0 ? assigned : childNodes?.call(element)
  }
  const stateOf = (element: Element): string => {
    if (element instanceof HTMLInputElement)
      return element.type === 'checkbox' || element.type === 'radio'
        ? ` (${element.checked})`
        : ` (${element.value})`
    if (element instanceof HTMLTextAreaElement) return ` (${element.value})`
    if (element instanceof HTMLOptionElement) return ` (${element.selected})`
    if (element instanceof HTMLDetailsElement) return ` (${element.open})`
    return ''
  }
  const walk = (node: Node, depth: number): void => {
    if (node instanceof Text) {
      const last = lines.length - 1
      // Frameworks leave texts side by side that a parser reads as one.
      if (lines[last]?.startsWith(`${' '.repeat(depth)}"`)) lines[last] += node.data
      else if (node.data.trim() !== '') lines.push(`${' '.repeat(depth)}"${node.data}`)
      return
    }
    if (
      !(node instanceof Element) ||
      /^(?:script|style|template|noscript|link)$/.test(node.localName)
    )
      return
    if (node instanceof HTMLSlotElement) {
      for (const child of childrenOf(node)) walk(child, depth)
      return
    }
    const attributes = [...node.attributes]
      .filter(({ name }) => !PRIVATE.test(name))
      .map(({ name, value }) => ` ${name}=${value.replace(/\s+/g, ' ')}`)
      .sort()
    lines.push(`${' '.repeat(depth)}${node.localName}${attributes.join('')}${stateOf(node)}`)
    if (node instanceof HTMLTextAreaElement) return
    for (const child of childrenOf(node)) walk(child, depth + 1)
  }
  // Content beside the outlet is shown too: dialogs, menus, elements at the end of the body.
  for (const child of root.body.childNodes) {
    const announces =
      child instanceof Element &&
      (child.hasAttribute('aria-live') || child.getAttribute('role') === 'status')
    if (!announces) walk(child, 0)
  }
  const head = [
    ...root.head.querySelectorAll(
      'title, meta[name], meta[property], script[type="application/ld+json"]',
    ),
  ]
    .filter(
      (element) =>
        !/^(?:og:|fragment$|viewport$)/.test(
          element.getAttribute('property') ?? element.getAttribute('name') ?? '',
        ),
    )
    // Libraries put theirs before the route's: the first is the document's. A snapshot must have no
    // other.
    .filter(
      (element, _, all) =>
        html !== null || element.localName !== 'title' || element === all.find(isTitle),
    )
    .map(
      (element) =>
        `${element.localName} ${element.getAttribute('name') ?? element.getAttribute('property') ?? ''} ${element.getAttribute('content') ?? element.textContent}`,
    )
    .sort()
    .join('\n')
  const tidy = lines.map((line) => {
    const text = line.trimStart()
    const shown = text.replace(/\s+/g, ' ').replace(/^" | $/g, (cut) => cut.trim())
    return line.slice(0, line.length - text.length) + shown
  })
  const text = tidy.map((line) => line.trim()).filter((line) => line.startsWith('"'))
  return { text: text.map((line) => line.slice(1)).join(' '), tree: tidy.join('\n'), head }
}
