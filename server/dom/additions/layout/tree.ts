/**
 * Walks the flat tree: shadow roots replace children, assigned nodes replace slots, `display:
 * contents` is skipped.
 * https://drafts.csswg.org/css-scoping-1/#flattening
 */
import { type InnerElement, type InnerNode, S } from '../../internals.ts'

type Root = { [S.shadowRoot]?: InnerNode | null }

export function childrenOf(element: Element): readonly Node[] {
  const shadow = (element as unknown as Root)[S.shadowRoot]
  const nodes = (shadow ?? (element as unknown as InnerNode))[S.nodeArray] as unknown as Node[]
  if (!shadow && element.localName === 'slot') return slotted(element as HTMLSlotElement, nodes)
  if (element.localName === 'details' && !element.hasAttribute('open'))
    return nodes.filter(isSummary)
  return nodes
}

const isSummary = (node: Node): boolean =>
  (node as unknown as InnerElement)[S.localName] === 'summary'

function slotted(slot: HTMLSlotElement, fallback: Node[]): readonly Node[] {
  const assigned = slot.assignedNodes()
  return assigned.length > 0 ? assigned : fallback
}

export const isElement = (node: Node): node is Element => node.nodeType === 1
export const isText = (node: Node): node is Text => node.nodeType === 3
