// Reads trees of parse5, for everything that looks at HTML without a DOM. Nothing here is
// recursive: no tree is too deep for the stack.

import { parse, type DefaultTreeAdapterTypes as Types } from 'parse5'

export type HtmlNode = Types.ChildNode
export type HtmlElement = Types.Element

export interface HtmlParent {
  readonly childNodes: readonly HtmlNode[]
}

/** With positions in the text. `<noscript>` is text, as for a reader that runs scripts. */
export const parseTree = (html: string): HtmlParent =>
  parse(html, { sourceCodeLocationInfo: true, scriptingEnabled: true })

export const isHtmlElement = (node: HtmlNode): node is HtmlElement => 'tagName' in node

export const attributeOf = (element: HtmlElement, name: string): string | undefined =>
  element.attrs.find((attr) => attr.name === name)?.value

/**
 * Visits the nodes below in tree order, without the content of templates.
 * @param visit Returns false to skip what is in a node. It may change that.
 * @param leave Called after the content of an element.
 */
export function walkTree(
  root: HtmlParent,
  visit: (node: HtmlNode) => unknown,
  leave?: (element: HtmlElement) => void,
): void {
  const open: { readonly parent: HtmlParent; next: number }[] = [{ parent: root, next: 0 }]
  for (let level = open.at(-1); level; level = open.at(-1)) {
    const node = level.parent.childNodes[level.next++]
    if (node === undefined) {
      open.pop()
      if (level.parent !== root) leave?.(level.parent as HtmlElement)
    } else if (visit(node) !== false && isHtmlElement(node)) open.push({ parent: node, next: 0 })
  }
}

export function elementsIn(root: HtmlParent): HtmlElement[] {
  const elements: HtmlElement[] = []
  walkTree(root, (node) => isHtmlElement(node) && elements.push(node))
  return elements
}

/** All text below, hidden or not, as DOM's `textContent`. */
export function textContentOf(root: HtmlParent): string {
  let text = ''
  walkTree(root, (node) => {
    if ('value' in node) text += node.value
  })
  return text
}

export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
