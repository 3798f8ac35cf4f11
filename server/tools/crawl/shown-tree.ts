// Parses untrusted HTML into the tree that readers see, with declarative shadow trees and slots,
// but without style sheets. Linear in the document's length.
// https://html.spec.whatwg.org/multipage/scripting.html#attr-template-shadowrootmode

import {
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  Parser,
} from 'parse5'

export type Element = DefaultTreeAdapterTypes.Element
export type Node = DefaultTreeAdapterTypes.ChildNode

/** Some HTML of a few kB makes a hundred million elements. */
const MOST_ELEMENTS = 200_000

export interface ShownTree {
  readonly childNodes: readonly Node[]
  /** The document has more elements than were read. */
  readonly isCut: boolean
}

export function parseShown(html: string): ShownTree {
  const { childNodes, isCut } = parseSome(html)
  const open: (readonly Node[])[] = [childNodes]
  for (let nodes = open.pop(); nodes !== undefined; nodes = open.pop()) {
    for (const node of nodes) {
      if (!('tagName' in node)) continue
      const content = shadowOf(node)
      if (content) putShadow(node, content)
      open.push(node.childNodes)
    }
  }
  return { childNodes, isCut }
}

class TooManyElements extends Error {}

function parseSome(html: string): ShownTree {
  let count = 0
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createElement(...given) {
      if (++count > MOST_ELEMENTS) throw new TooManyElements()
      return defaultTreeAdapter.createElement(...given)
    },
  }
  const parser = new Parser<DefaultTreeAdapterMap>({ treeAdapter })
  const { childNodes } = parser.document
  try {
    parser.tokenizer.write(html, true)
  } catch (error) {
    if (!(error instanceof TooManyElements)) throw error
    return { childNodes, isCut: true }
  }
  return { childNodes, isCut: false }
}

export function isHidden({ attrs }: Element): boolean {
  return attrs.some(({ name, value }) =>
    name === 'hidden'
      ? value.toLowerCase() !== 'until-found'
      : name === 'style' &&
        /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\b/i.test(value),
  )
}

const attribute = ({ attrs }: Element, name: string): string | undefined =>
  attrs.find((attr) => attr.name === name)?.value

function shadowOf({ childNodes }: Element): Node[] | undefined {
  const template = childNodes.find(
    (node): node is DefaultTreeAdapterTypes.Template =>
      'content' in node && /^(?:open|closed)$/i.test(attribute(node, 'shadowrootmode') ?? ''),
  )
  return template?.content.childNodes
}

function putShadow(host: Element, content: Node[]): void {
  const slots = slotsIn(content)
  const assigned = new Map<Element, Node[]>()
  for (const node of host.childNodes) {
    const slot = slots.get(('tagName' in node && attribute(node, 'slot')) || '')
    const isText = node.nodeName === '#text'
    if (slot && ('tagName' in node ? !('content' in node) : isText))
      assigned.get(slot)?.push(node) ?? assigned.set(slot, [node])
  }
  for (const [slot, nodes] of assigned) slot.childNodes = nodes
  host.childNodes = content
}

function slotsIn(content: readonly Node[]): Map<string, Element> {
  const found = new Map<string, Element>()
  const left = content.toReversed()
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (!('tagName' in node)) continue
    const name = attribute(node, 'name') ?? ''
    if (node.tagName === 'slot' && !found.has(name)) found.set(name, node)
    left.push(...node.childNodes.toReversed())
  }
  return found
}
