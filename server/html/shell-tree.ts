// A shell as a tree, in the one order that the server and its workers count its nodes by: what a view changes outside of
// the outlet is said by the number of a node. In: HTML. Out: its nodes, by the HTML standard's rules, as with scripts.
// What is in a template is one with it, and not counted.

import { parse, type DefaultTreeAdapterTypes as Types } from 'parse5'

export type ShellNode = Types.ChildNode
export type ShellElement = Types.Element

/** A change of a shell for one document. */
export interface Edit {
  /** Which node of the shell, by its place in tree order. */
  readonly node: number
  /**
   * `tag`: takes the place of its start tag. `whole`: takes the place of the node. `before`: comes before it. `end`: comes at
   * the end of what is in it.
   */
  readonly how: 'tag' | 'whole' | 'before' | 'end'
  readonly html: string
}

/** Gives the nodes of a shell in tree order; with places in its text. */
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

/** Specification, "Pages without hash fragments": such a page alone may have it. */
export const isFragmentTag = (node: ShellNode): boolean =>
  isElement(node) && node.tagName === 'meta' && attributeOf(node, 'name') === 'fragment'

export const isOutlet = (node: ShellNode): boolean =>
  isElement(node) && node.tagName === 'hashbang-outlet'
