/**
 * An addition for Markdown: finds the nodes that style sheets hide by `display`, `visibility` or a
 * closed popover. Elements that browsers never show, such as `source`, and the content of closed
 * details don't count.
 */
import { type InnerNode, inner } from '../internals.ts'
import { lay } from './layout/lay.ts'
import { Pass } from './layout/pass.ts'
import type { Style } from './layout/style.ts'
import { childrenOf, isElement, isText } from './layout/tree.ts'
import { userAgentStyle } from './layout/user-agent.ts'

/** @param linked The sheets of the document's links, which don't load. */
export function hiddenNodes(
  { documentElement }: Document,
  linked: readonly CSSStyleSheet[],
): ReadonlySet<InnerNode> {
  const { innerWidth: width, innerHeight: height } = window
  const pass = new Pass({ width, height, fontSize: 16, rootFontSize: 16 }, lay, linked)
  const hidden = new Set<InnerNode>()

  /** @returns Whether something below is visible. */
  function visit(element: Element, style: Style): boolean {
    const isVisible = !/^(?:hidden|collapse)$/.test(style.values.visibility ?? '')
    let shows = isVisible
    const children = element.localName === 'details' ? element.childNodes : childrenOf(element)
    for (const child of children) {
      if (isText(child) && !isVisible) hidden.add(inner(child))
      if (!isElement(child)) continue
      const own = pass.style(child, style)
      const isGone = own.display === 'none' && userAgentStyle(child).display !== 'none'
      if (isGone || !visit(child, own)) hidden.add(inner(child))
      else shows = true
    }
    return shows
  }

  visit(documentElement, pass.style(documentElement, undefined))
  return hidden
}
