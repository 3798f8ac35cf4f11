// Parses a shell and numbers its nodes, by which a worker refers to them. The content of a template
// is not counted.

import { attributeOf, type HtmlNode, isHtmlElement, parseTree, walkTree } from './html-tree.ts'

export type { HtmlElement as ShellElement, HtmlNode as ShellNode } from './html-tree.ts'
export {
  attributeOf,
  isHtmlElement as isShellElement,
  textContentOf as ownText,
} from './html-tree.ts'

export interface Edit {
  readonly node: number
  readonly how: 'tag' | 'whole' | 'before' | 'end'
  readonly html: string
}

/** In tree order, with text positions. */
export function nodesOf(html: string): HtmlNode[] {
  const nodes: HtmlNode[] = []
  walkTree(parseTree(html), (node) => nodes.push(node))
  return nodes
}

/** Specification, "Pages without hash fragments". */
export const isFragmentTag = (node: HtmlNode): boolean =>
  isHtmlElement(node) && node.tagName === 'meta' && attributeOf(node, 'name') === 'fragment'

export const isOutlet = (node: HtmlNode): boolean =>
  isHtmlElement(node) && node.tagName === 'hashbang-outlet'
