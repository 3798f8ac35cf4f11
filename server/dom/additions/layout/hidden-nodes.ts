/**
 * Finds the nodes that sheets hide by `display`, `visibility` or a closed popover, for Markdown.
 * Elements that browsers never show, and closed details, don't count.
 */
import { type InnerNode, inner } from '../../internals.ts'
import { createLayoutTree } from './element-box.ts'
import { flatChildrenOf, isElement, isText } from './layout-tree.ts'
import type { Style } from './style.ts'
import { userAgentStyle } from './user-agent.ts'

/** @param linked The sheets of the document's links, which don't load. */
export function hiddenNodes(
  { documentElement }: Document,
  linked: readonly CSSStyleSheet[],
): ReadonlySet<InnerNode> {
  const tree = createLayoutTree(linked)
  const hidden = new Set<InnerNode>()

  /** @returns Whether something below is visible. */
  function visit(element: Element, style: Style): boolean {
    const isVisible = !/^(?:hidden|collapse)$/.test(style.values.visibility ?? '')
    let shows = isVisible
    const children = element.localName === 'details' ? element.childNodes : flatChildrenOf(element)
    for (const child of children) {
      if (isText(child) && !isVisible) hidden.add(inner(child))
      if (!isElement(child)) continue
      const own = tree.style(child, style)
      const isGone = own.display === 'none' && userAgentStyle(child).display !== 'none'
      if (isGone || !visit(child, own)) hidden.add(inner(child))
      else shows = true
    }
    return shows
  }

  visit(documentElement, tree.style(documentElement, undefined))
  return hidden
}
