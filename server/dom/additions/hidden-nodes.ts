/**
 * An addition for Markdown: finds the nodes that sheets hide by `display`, `visibility` or a closed
 * popover. Elements that browsers never show, and closed details, don't count.
 */

import { readSheet } from '../css/css-style-sheet.ts'
import type { Style } from '../css/style.ts'
import { StyleTree } from '../css/style-tree.ts'
import { flatChildrenOf, isElement, isText } from './layout/layout-tree.ts'

/** @param linked The sheets of the document's links, which don't load. */
export function hiddenNodes(
  { documentElement }: Document,
  linked: readonly CSSStyleSheet[],
): ReadonlySet<Node> {
  const styles = new StyleTree(linked.map((sheet) => readSheet(sheet)))
  const hidden = new Set<Node>()
  const isNeverShown = (element: Element) =>
    !element.hasAttribute('popover') && styles.browserDisplay(element) === 'none'

  /** @returns Whether something below is visible. */
  function visit(element: Element, style: Style): boolean {
    const isVisible = !/^(?:hidden|collapse)$/.test(style.get('visibility'))
    let shows = isVisible
    const children = element.localName === 'details' ? element.childNodes : flatChildrenOf(element)
    for (const child of children) {
      if (isText(child) && !isVisible) hidden.add(child)
      if (!isElement(child)) continue
      const childStyle = styles.style(child, style)
      const isGone = childStyle.display === 'none' && !isNeverShown(child)
      if (isGone || !visit(child, childStyle)) hidden.add(child)
      else shows = true
    }
    return shows
  }

  visit(documentElement, styles.style(documentElement, undefined))
  return hidden
}
