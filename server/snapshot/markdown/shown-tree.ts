// Reduces a parsed page, in place, for element-handlers.ts: only shown content stays, named by its
// meaning, with bounds. Not recursive, unlike the conversion: a page may nest 100,000 deep.

import type { DefaultTreeAdapterTypes as Types } from 'parse5'
import {
  attributeOf,
  type HtmlElement,
  type HtmlNode,
  isHtmlElement,
} from '../../html/html-tree.ts'
import { BLOCKS, isHiddenElement } from '../../html/rendering.ts'
import { drawingText, formulaNodes, newText } from './foreign-text.ts'

/** Deepest element; below it only text stays. */
const MOST_DEPTH = 150

/** Most elements to convert: the worker is blocked meanwhile. */
const MOST_ELEMENTS = 20_000

/** Most nested lists and quotes: each level indents every line. */
const MOST_INDENTS = 12

const INDENTS = new Set('blockquote ul ol dl menu dir'.split(' '))

/** Elements with a meaning even when empty. */
const MEANT_EMPTY = new Set('img br hr input option iframe video audio source area'.split(' '))

/** Elements whose content is for browsers that cannot show them. */
const LEFT_OUT = new Set(['canvas', 'object'])

/** Controls, between which a browser shows a gap. */
const APART = new Set('area button input label meter output progress select textarea'.split(' '))

/** HTML's own elements for the roles that Markdown can tell apart. */
const ROLES: Readonly<Record<string, string>> = {
  table: 'table',
  grid: 'table',
  treegrid: 'table',
  rowgroup: 'tbody',
  row: 'tr',
  columnheader: 'th',
  rowheader: 'td',
  cell: 'td',
  gridcell: 'td',
  list: 'ul',
  listitem: 'li',
}

interface Work {
  readonly node: Types.ParentNode
  readonly depth: number
  readonly indents: number
}

/** @returns False if the tree has too many elements to convert. */
export function reduceTree(root: Types.DocumentFragment): boolean {
  const work: Work[] = [{ node: root, depth: 0, indents: 0 }]
  const reduced: Types.ParentNode[] = []
  for (let one = work.pop(); one; one = work.pop()) {
    if (reduced.push(one.node) + work.length > MOST_ELEMENTS) return false
    one.node.childNodes = shownChildren(one, work)
  }
  const silent = new Set<Types.Node>()
  // Children come after their parents, so go backwards.
  for (const node of reduced.reverse()) {
    node.childNodes = withoutEmpty(node.childNodes)
    const isSilent = (child: HtmlNode) =>
      'value' in child ? isBlank(child.value) : silent.has(child)
    if (!('tagName' in node) || attributeOf(node, 'alt') || !node.childNodes.every(isSilent))
      continue
    const name = nameOf(node)
    if (name === '') silent.add(node)
    else {
      node.childNodes = [newText(name)]
      node.attrs = node.attrs.filter((attr) => attr.name !== 'title')
    }
  }
  return true
}

/** Joins texts. Many elements without content make the conversion slow. */
function withoutEmpty(nodes: readonly HtmlNode[]): HtmlNode[] {
  const kept: HtmlNode[] = []
  for (const node of nodes) {
    const text = textAlone(node)
    const last = kept.at(-1)
    if (text === undefined) kept.push(node)
    else if (last?.nodeName === '#text') (last as Types.TextNode).value += text
    else if (text !== '') kept.push(newText(text))
  }
  return kept
}

/** @returns Undefined if the node is more than text. */
function textAlone(node: HtmlNode): string | undefined {
  if (!isHtmlElement(node)) return 'value' in node ? node.value : ''
  if (BLOCKS.has(node.tagName) || MEANT_EMPTY.has(node.tagName)) return undefined
  const [first, second] = node.childNodes
  if (first === undefined) return ''
  return !second && 'value' in first && isBlank(first.value) ? first.value : undefined
}

const isBlank = (text: string): boolean => text.trim() === ''

/** The name of a link, button or icon that shows none. */
function nameOf(element: HtmlElement): string {
  const isIcon = attributeOf(element, 'role') === 'img'
  if (!isIcon && element.tagName !== 'a' && element.tagName !== 'button') return ''
  return (attributeOf(element, 'aria-label') || attributeOf(element, 'title') || '').trim()
}

/** Adds the elements among them to the work. */
function shownChildren({ node, depth, indents }: Work, work: Work[]): HtmlNode[] {
  const shown: HtmlNode[] = []
  const left = node.childNodes.toReversed()
  for (let child = left.pop(); child; child = left.pop()) {
    if (child.nodeName === '#text') shown.push(child)
    if (!isHtmlElement(child) || LEFT_OUT.has(child.tagName) || isHiddenElement(child)) continue
    if (child.tagName === 'svg') shown.push(newText(drawingText(child)))
    else if (child.tagName === 'math') shown.push(...formulaNodes(child))
    else if (depth >= MOST_DEPTH)
      for (const inner of child.childNodes.toReversed()) left.push(inner)
    else {
      const indent = INDENTS.has(nameByMeaning(child)) ? 1 : 0
      if (indents + indent > MOST_INDENTS) rename(child, 'div')
      work.push({ node: child, depth: depth + 1, indents: indents + indent })
      shown.push(...(isApart(child) ? [newText(' '), child, newText(' ')] : [child]))
    }
  }
  return shown
}

/** A heading role needs a level. */
function nameByMeaning(element: HtmlElement): string {
  const role = attributeOf(element, 'role')?.trim().toLowerCase() ?? ''
  const isPlain = /^(?:div|span|section|p)$|-/.test(element.tagName)
  if (isPlain && role === 'heading') {
    const level = Number(attributeOf(element, 'aria-level') ?? 2)
    rename(element, `h${level >= 1 && level <= 6 ? Math.trunc(level) : 6}`)
  } else if (isPlain && Object.hasOwn(ROLES, role)) rename(element, ROLES[role] as string)
  else if (isPlain && hasBlockStyle(element)) rename(element, 'div')
  return element.tagName
}

function rename(element: HtmlElement, name: string): void {
  element.tagName = name
  element.nodeName = name
}

const isApart = (element: HtmlElement): boolean =>
  APART.has(element.tagName) || (!BLOCKS.has(element.tagName) && hasBlockStyle(element))

const BLOCK_STYLE = /(?:^|;)\s*display\s*:\s*(?:block|flex|grid|table|list-item|flow-root)\b/i

const hasBlockStyle = (element: HtmlElement): boolean =>
  BLOCK_STYLE.test(attributeOf(element, 'style') ?? '')
