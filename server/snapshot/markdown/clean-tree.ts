// Prepares a page's tree for to-markdown.ts, in place: removes hidden content and script links,
// makes URLs absolute, bounds depth and size. Not recursive: a tree may be very deep.

import type { DefaultTreeAdapterTypes as Types } from 'parse5'
import { attributeOf as attribute, type HtmlElement, isHtmlElement } from '../../html/html-tree.ts'
import { BLOCKS, isHiddenElement } from '../../html/rendering.ts'
import { boundTable, takeCaption } from './bound-tables.ts'
import { formulaText, texOf } from './formula.ts'
import { fit, INDENTS, isApart, rename } from './markdown-nesting.ts'
import {
  drawingText,
  hasBlockStyle,
  nameByMeaning,
  nameOfSilent,
  openCard,
  pictureAddress,
} from './meaning.ts'

type Parent = Types.ParentNode

/** Deepest element; below it only text stays. */
const MOST_DEPTH = 150

/** Most elements to convert: the worker is blocked meanwhile. */
const MOST_ELEMENTS = 20_000

/** Most nested lists and quotes: each level indents every line. */
const MOST_INDENTS = 12

/** Their content is for browsers that cannot show them. */
const LEFT_OUT = new Set(['canvas', 'object'])

/** Elements with a meaning even when empty. Others make the conversion slow. */
const MEANT_EMPTY = new Set('img br hr input option iframe video audio source td th tr'.split(' '))

/** Schemes of links; pictures may use the first two. */
const FOLLOWED = /^(?:https?|mailto|tel|sms|xmpp|geo|ftps?|magnet):$/
const SHOWN = /^https?:$/

interface Work {
  readonly node: Parent
  readonly depth: number
  readonly indents: number
}

/** @returns False if the tree has too many elements to convert. */
export function cleanTree(root: Types.DocumentFragment, base: string): boolean {
  const work: Work[] = [{ node: root, depth: 0, indents: 0 }]
  const cleaned: Parent[] = []
  for (let one = work.pop(); one; one = work.pop()) {
    if (cleaned.push(one.node) + work.length > MOST_ELEMENTS) return false
    cleanChildren(one, base, work)
  }
  // Children come after their parents, so go backwards.
  for (const node of cleaned.reverse()) node.childNodes = joined(node)
  return true
}

function joined(node: Parent): Types.ChildNode[] {
  const kept: Types.ChildNode[] = []
  for (const child of node.childNodes) {
    const text = textAlone(child)
    const last = kept.at(-1)
    if (text === undefined) kept.push(child)
    else if (last?.nodeName === '#text') (last as Types.TextNode).value += text
    else if (text !== '') kept.push(textNode(text, node))
  }
  return kept
}

/** @returns Undefined if the node is more than text. */
function textAlone(node: Types.ChildNode): string | undefined {
  if (!isHtmlElement(node)) return 'value' in node ? node.value : ''
  if (BLOCKS.has(node.tagName) || MEANT_EMPTY.has(node.tagName)) return undefined
  const [first, second] = node.childNodes
  if (first === undefined) return ''
  const text = second || !('value' in first) ? undefined : first.value
  return text !== undefined && text.trim() === '' ? text : undefined
}

function cleanChildren({ node, depth, indents }: Work, base: string, work: Work[]): void {
  const left = node.childNodes.toReversed()
  const kept: Types.ChildNode[] = []
  const gap = () => kept.push(textNode(' ', node))
  for (let child = left.pop(); child; child = left.pop()) {
    child.parentNode = node
    if (child.nodeName === '#text') kept.push(child)
    if (!isHtmlElement(child) || isLeftOut(child)) continue
    if (depth >= MOST_DEPTH) {
      for (const inner of child.childNodes.toReversed()) left.push(inner)
      continue
    }
    nameByMeaning(child)
    if (child.tagName === 'math') {
      kept.push(...formulaNodes(child, node))
      continue
    }
    if (child.tagName === 'a') openCard(child)
    const caption = child.tagName === 'table' ? takeCaption(child) : undefined
    if (caption) {
      left.push(child, caption)
      continue
    }
    const text = asText(child, base)
    if (text !== undefined) {
      kept.push(textNode(text, node))
      continue
    }
    if (INDENTS.has(child.tagName) && indents >= MOST_INDENTS) rename(child, 'div')
    if (child.tagName === 'li' && !INDENTS.has(node.nodeName)) rename(child, 'div')
    if (child.tagName === 'table') boundTable(child)
    const isParted =
      fit(child) || isApart(child) || (!BLOCKS.has(child.tagName) && hasBlockStyle(child))
    if (isParted) gap()
    kept.push(child)
    if (isParted) gap()
    const inner = indents + (INDENTS.has(child.tagName) ? 1 : 0)
    work.push({ node: child, depth: depth + 1, indents: inner })
  }
  node.childNodes = kept
}

function formulaNodes(math: HtmlElement, parent: Parent): Types.ChildNode[] {
  const tex = texOf(math)
  if (tex === undefined) return [textNode(formulaText(math), parent)]
  const code: HtmlElement = { ...math, attrs: [], parentNode: parent, childNodes: [] }
  rename(code, 'code')
  code.childNodes = [textNode(tex, code)]
  return [textNode('$', parent), code, textNode('$', parent)]
}

function setAddress(image: HtmlElement): void {
  const others = image.attrs.filter(({ name }) => name !== 'src')
  const value = pictureAddress(image)
  // An empty URL would resolve to the page.
  image.attrs = value === '' ? others : [...others, { name: 'src', value }]
}

/** Secrets and files are not content, and Markdown would write an input's value. */
function isLeftOut(element: HtmlElement): boolean {
  if (isHiddenElement(element) || LEFT_OUT.has(element.tagName)) return true
  const type = element.tagName === 'input' ? attribute(element, 'type') : undefined
  return /^(?:password|hidden|file)$/i.test(type ?? '')
}

/** Makes its URLs absolute. @returns Its replacement text without a usable URL. */
function asText(element: HtmlElement, base: string): string | undefined {
  const { tagName } = element
  const alt = attribute(element, 'alt') ?? ''
  if (tagName === 'img') setAddress(element)
  for (const attr of element.attrs) {
    const isLink = attr.name === 'href'
    if (!isLink && attr.name !== 'src' && attr.name !== 'poster') continue
    attr.value = absolute(attr.value, base, isLink ? FOLLOWED : SHOWN)
  }
  if (tagName === 'img') return attribute(element, 'src') ? undefined : alt
  if (tagName === 'svg') return drawingText(element)
  const name = nameOfSilent(element)
  if (name !== undefined) {
    element.childNodes = [textNode(name, element)]
    element.attrs = element.attrs.filter((attr) => attr.name !== 'title')
  }
  const isMedia = tagName === 'video' || tagName === 'audio'
  if (isMedia && !attribute(element, 'src') && !element.childNodes.some(isSource))
    rename(element, 'span')
  if (tagName !== 'a' && tagName !== 'area') return undefined
  const leads = Boolean(attribute(element, 'href'))
  if (tagName === 'area') {
    if (!leads || alt === '') return alt
    element.childNodes = [textNode(alt, element)]
  }
  rename(element, leads ? 'a' : 'span')
  return undefined
}

const isSource = (node: Types.ChildNode): boolean => node.nodeName === 'source'

function absolute(url: string, base: string, allowed: RegExp): string {
  if (!URL.canParse(url, base)) return ''
  const { protocol, href } = new URL(url, base)
  return allowed.test(protocol) ? href : ''
}

const textNode = (value: string, parentNode: Parent): Types.TextNode => ({
  nodeName: '#text',
  value,
  parentNode,
})
