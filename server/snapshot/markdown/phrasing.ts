// Separates nodes of mdast that belong to a line from blocks, for the handlers of elements.

import type { Handle, State } from 'hast-util-to-mdast'
import { oneLine } from '../../html/html-tree.ts'

export type Element = Parameters<Handle>[1]
export type Content = ReturnType<State['all']>[number]
export type Phrasing = Extract<Content, { type: 'paragraph' }>['children'][number]
type Block = ReturnType<State['toFlow']>[number]
export type Line = Extract<Block, { type: 'paragraph' | 'heading' }>

/** Blocks that neither a link nor a cell can hold. */
const STRUCTURES = new Set(['list', 'blockquote', 'table', 'code', 'thematicBreak'])
const BLOCKS = new Set([...STRUCTURES, 'paragraph', 'heading', 'listItem', 'tableRow', 'tableCell'])

export const isStructure = ({ type }: Content): boolean => STRUCTURES.has(type)

/** The package splits links that hold blocks, among blocks only. */
export const isPhrasing = (node: Content): node is Phrasing =>
  !BLOCKS.has(node.type) && (node.type !== 'link' || node.children.every(isPhrasing))

export const isLine = (node: Content): node is Line =>
  node.type === 'paragraph' || node.type === 'heading'

export const textNode = (value: string): Phrasing => ({ type: 'text', value })

export const isBlank = (nodes: readonly Content[]): boolean =>
  nodes.every(
    (node) =>
      (node.type === 'text' && node.value.trim() === '') ||
      (node.type === 'paragraph' && isBlank(node.children)),
  )

export function nodesIn(nodes: readonly Content[]): Content[] {
  return nodes.flatMap((node) => ('children' in node ? [node, ...nodesIn(node.children)] : [node]))
}

export function property({ properties }: Element, name: string): string {
  const value = properties[name]
  return value
    ? String(value)
        .replace(/[ \t\n\f\r]+/g, ' ')
        .trim()
    : ''
}

/** Makes blocks text, with a space around each. */
export function inOneLine(nodes: readonly Content[]): Phrasing[] {
  return nodes.flatMap((node): Phrasing[] => {
    if (node.type === 'break' || node.type === 'thematicBreak') return [textNode(' ')]
    if (node.type === 'code') {
      const value = oneLine(node.value)
      return [
        textNode(' '),
        ...(value === '' ? [] : [{ type: 'inlineCode' as const, value }, textNode(' ')]),
      ]
    }
    if (!('children' in node)) return isPhrasing(node) ? [node] : []
    const children = inOneLine(node.children)
    const inLine = { ...node, children } as Content
    return isPhrasing(inLine) ? [inLine] : [textNode(' '), ...children, textNode(' ')]
  })
}
