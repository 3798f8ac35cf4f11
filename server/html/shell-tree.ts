// Parses a shell, and reads its nodes. The content of a template is none of them.

import { serializeOuter } from 'parse5'
import {
  attributeOf,
  type HtmlElement,
  type HtmlNode,
  isHtmlElement,
  parseTree,
  walkTree,
} from './html-tree.ts'
import { HTML } from './names.ts'

export type { HtmlElement as ShellElement, HtmlNode as ShellNode } from './html-tree.ts'
export {
  attributeOf,
  isHtmlElement as isShellElement,
  textContentOf as ownText,
} from './html-tree.ts'

/** HTML may omit the tags of `html`, `head` and `body`: the same document with them. */
export function withAllTags(html: string): string {
  const nodes = parseTree(html).childNodes
  const root = nodes.find(({ nodeName }) => nodeName === 'html') as HtmlElement
  const single = [
    root,
    ...root.childNodes.filter(({ nodeName }) => /^(?:head|body)$/.test(nodeName)),
  ]
  const isWhole = single.every(
    ({ sourceCodeLocation: at }) => at && 'startTag' in at && at.startTag && at.endTag,
  )
  if (isWhole) return html
  const doctype = nodes.find(({ nodeName }) => nodeName === '#documentType')?.sourceCodeLocation
  return html.slice(doctype?.startOffset ?? 0, doctype?.endOffset ?? 0) + serializeOuter(root)
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

/** In an SVG picture it would be no custom element. */
export const isOutlet = (node: HtmlNode): boolean =>
  isHtmlElement(node) && node.tagName === 'hashbang-outlet' && node.namespaceURI === HTML
