/** The text that a reader sees of a document: its title and its body, shadow trees included. */
import { type DefaultTreeAdapterTypes, parse } from 'parse5'

type Node = DefaultTreeAdapterTypes.Node

export interface Shown {
  readonly title: string
  readonly text: string
}

/** With one space for any. */
export const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

const HIDDEN = new Set(['script', 'style', 'noscript'])

export function shown(html: string): Shown {
  const document = parse(html)
  return { title: textOf(find(document, 'title')), text: textOf(find(document, 'body')) }
}

function find(node: Node, name: string): Node | undefined {
  if (node.nodeName === name) return node
  const children = 'childNodes' in node ? node.childNodes : []
  return children.map((child) => find(child, name)).find((found) => found !== undefined)
}

const textOf = (node: Node | undefined): string => (node ? inOneLine(pieces(node).join(' ')) : '')

function pieces(node: Node): string[] {
  if ('value' in node) return [node.value]
  if (HIDDEN.has(node.nodeName)) return []
  // A template in the snapshot is a shadow tree.
  const content = 'content' in node ? node.content.childNodes : []
  const children = 'childNodes' in node ? node.childNodes : []
  return [...content, ...children].flatMap(pieces)
}
