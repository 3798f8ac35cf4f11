// Parses a shell, and reads its nodes. The content of a template is none of them.

import { parse, serializeOuter, type DefaultTreeAdapterTypes as Types } from 'parse5'

export type ShellNode = Types.ChildNode
export type ShellElement = Types.Element

/** In tree order, with text positions. */
export const nodesOf = (html: string): ShellNode[] => [...inTreeOrder(parsed(html))]

const parsed = (html: string): ShellNode[] =>
  parse(html, { sourceCodeLocationInfo: true, scriptingEnabled: true }).childNodes as ShellNode[]

/** HTML may omit the tags of `html`, `head` and `body`: the same document with them. */
export function withAllTags(html: string): string {
  const nodes = parsed(html)
  const root = nodes.find(({ nodeName }) => nodeName === 'html') as ShellElement
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

function* inTreeOrder(nodes: readonly ShellNode[]): Generator<ShellNode> {
  for (const node of nodes) {
    yield node
    if (isShellElement(node)) yield* inTreeOrder(node.childNodes)
  }
}

export const isShellElement = (node: ShellNode): node is ShellElement => 'tagName' in node

export const attributeOf = (element: ShellElement, name: string): string | undefined =>
  element.attrs.find((attr) => attr.name === name)?.value

export const ownText = ({ childNodes }: ShellElement): string =>
  childNodes.map((node) => ('value' in node ? node.value : '')).join('')

/** Specification, "Pages without hash fragments". */
export const isFragmentTag = (node: ShellNode): boolean =>
  isShellElement(node) && node.tagName === 'meta' && attributeOf(node, 'name') === 'fragment'

export const isOutlet = (node: ShellNode): boolean =>
  isShellElement(node) && node.tagName === 'hashbang-outlet'
