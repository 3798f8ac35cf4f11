// Parses a shell and numbers its nodes, so that a worker can refer to a changed node by its number.
// Uses the HTML standard's rules with scripting on. The content of a template is not counted.

import { parse, type DefaultTreeAdapterTypes as Types } from 'parse5'

export type ShellNode = Types.ChildNode
export type ShellElement = Types.Element

export interface Edit {
  /** The node's number in tree order. */
  readonly node: number
  /**
   * `tag` replaces its start tag, `whole` the node. `before` inserts before it, `end` at the end of
   * its content.
   */
  readonly how: 'tag' | 'whole' | 'before' | 'end'
  readonly html: string
}

/** Returns the nodes of a shell in tree order, with text positions. */
export const nodesOf = (html: string): ShellNode[] => [
  ...inTreeOrder(
    parse(html, { sourceCodeLocationInfo: true, scriptingEnabled: true }).childNodes as ShellNode[],
  ),
]

function* inTreeOrder(nodes: readonly ShellNode[]): Generator<ShellNode> {
  for (const node of nodes) {
    yield node
    if (isElement(node)) yield* inTreeOrder(node.childNodes)
  }
}

export const isElement = (node: ShellNode): node is ShellElement => 'tagName' in node

export const attributeOf = (element: ShellElement, name: string): string | undefined =>
  element.attrs.find((attr) => attr.name === name)?.value

/** The text of an element, without that of elements in it. */
export const ownText = ({ childNodes }: ShellElement): string =>
  childNodes.map((node) => ('value' in node ? node.value : '')).join('')

/** Specification, "Pages without hash fragments": only such a page may have it. */
export const isFragmentTag = (node: ShellNode): boolean =>
  isElement(node) && node.tagName === 'meta' && attributeOf(node, 'name') === 'fragment'

export const isOutlet = (node: ShellNode): boolean =>
  isElement(node) && node.tagName === 'hashbang-outlet'
